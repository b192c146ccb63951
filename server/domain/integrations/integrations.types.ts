import type { IndexerTestDto } from '#contract/connection-test'
import type { Fault } from '#contract/issues'
import type { Cause } from '#contract/cause'
import type { SearchIssueDto } from '#contract/books'
import type { ConfigurationEntryDto, IndexerDto, SearchableIndexerDto } from '#contract/indexers'
import type { AppError } from '#server/errors'
import type { ReleaseMetadata, StoredRelease } from '#server/db/stored-release'
import type { ConnectionOutcome } from './connections.types'
import type { ClientProtocol, DownloadClient } from './download-client.types'
import type { Library } from './library.types'

export type { ReleaseMetadata }

/** Settings of one indexer after its schema: every entry has a value, or null where none is needed. */
export type IntegrationSettings = Readonly<Record<string, string | number | boolean | null>>

/** One of the indexers behind the search service. */
export type SearchableIndexer = Pick<SearchableIndexerDto, 'id' | 'name' | 'protocol'>

/** A release as an indexer offers it, normalised; its download link stays behind. */
export type OfferedRelease = Omit<StoredRelease, 'query' | 'metadata'>

/** What became of a grab. */
export type GrabOutcome =
  /** The download client has it. */
  | { state: 'grabbed' }
  /** The search service has forgotten what it found: search with the same words and post once more. */
  | { state: 'forgotten' }
  /** This release cannot be had, another may: gone at the indexer, or refused by the client. */
  | { state: 'rejected'; status: number; cause: Cause }
  /** Nothing can be grabbed until an administrator acts: no client, wrong key. */
  | { state: 'impossible'; status: number; code: string; cause: Cause }
  /** No answer came, or half of one: it may have happened. */
  | { state: 'unknown'; cause: Cause }

/** A release whose download link is asked for. */
export interface LinkedRelease {
  guid: string
  indexer: SearchableIndexer
  /** The words it was found with. */
  query: string
}

/** What the download link of a release led to; with a state as in {@link GrabOutcome}, why to nothing. */
export type FollowedLink =
  | { state: 'file'; file: Uint8Array }
  | { state: 'magnet'; uri: string }
  | Extract<GrabOutcome, { state: 'rejected' | 'impossible' }>

/** What the work on a book needs from whatever searches for releases and grabs them. */
export interface ReleaseSource {
  /** What people call it. */
  name: string
  /** The error for when it is not ready: what an administrator has to set first. */
  notReady(): AppError
  /** Whether it is switched on and has what it needs; asks nobody. */
  configured(): Promise<boolean>
  /**
   * The chosen indexers.
   * @throws AppError where it is not ready, cannot be reached, is too slow, refuses the key or fails; its driver
   *   declares the codes.
   */
  indexers(): Promise<SearchableIndexer[]>
  /**
   * Asks one indexer.
   * @param query.asksFor plain words.
   * @throws the same errors; an empty list only when it really answered that there is nothing.
   */
  search(indexer: SearchableIndexer, query: string, signal: AbortSignal): Promise<OfferedRelease[]>
  /** Hands a release to the download client; never throws for what the service answers. */
  grab(release: { guid: string; indexerId: number }): Promise<GrabOutcome>
  /**
   * Fetches what the download link of a release leads to, for a client that the service does not know. Nothing is
   * sent to any client. Never throws for what the service answers.
   */
  download(release: LinkedRelease): Promise<FollowedLink>
  /** Whether a grab since then is in the service's history; `unknown` when that cannot be found out. */
  wasGrabbed(release: { title: string; indexerId: number; since: Date }): Promise<'yes' | 'no' | 'unknown'>
  /** What the service's history tells of where a grab since then went; null for what it does not. */
  downloadOf(release: {
    title: string
    indexerId: number
    since: Date
  }): Promise<{ client: string | null; downloadId: string | null }>
  /** How long an answer is kept, in seconds. */
  ttl(): Promise<number>
}

/** Adds what a tracker knows beyond the title of a release. */
export interface ReleaseEnrichment {
  /** Metadata by guid; what is not known is left out. Never throws: a failure is a cause to show. */
  describe(
    releases: readonly OfferedRelease[],
    query: string,
    signal: AbortSignal,
  ): Promise<{ metadata: ReadonlyMap<string, ReleaseMetadata>; cause: Cause | null }>
}

/** A search service as one of its kind: what the work on a book needs, and the choice it offers. */
export interface SearchService extends ReleaseSource {
  /**
   * Every indexer of the service; also while it is switched off, to choose before switching on.
   * @throws the errors of {@link ReleaseSource.indexers}.
   */
  searchable(): Promise<SearchableIndexerDto[]>
}

/** Where the settings of a driver are kept. */
export interface DriverAccess {
  /** As stored now. `ready` is whether it is switched on and everything required is there. */
  settings(): Promise<{ values: IntegrationSettings; ready: boolean }>
  /** See {@link Renew}. */
  renew: Renew
}

/** The same for an indexer, whose driver alone can tell what an answer says of the service itself. */
export interface IndexerAccess extends DriverAccess {
  /** Keeps what became of a call, for its status. Never throws: no answer is lost for want of that. */
  note(outcome: ConnectionOutcome): Promise<void>
}

/**
 * Stores a value that the other service has replaced by itself, unless the stored one is another than it was:
 * somebody, or another instance, has been quicker.
 */
export type Renew = (change: { setting: string; from: string; to: string }) => Promise<void>

/**
 * What every connection says of itself, whatever its kind: what can be set and how it is tried. Forms, the API, the
 * configuration file and the documentation follow from `entries`.
 */
interface Driver {
  name: string
  entries: readonly ConfigurationEntryDto[]
  /** The setting that says where the service is; its secrets go there and nowhere else. */
  address: string
  /** What is wrong with a value of the right type; null when it is right. */
  issue(setting: string, value: string | number | boolean): Fault | null
  /** Never throws for what the service answers. */
  test(settings: IntegrationSettings, renew: Renew): Promise<IndexerTestDto>
}

/** Searches for releases and grabs them. */
export interface IndexerSourceDriver extends Driver {
  kind: 'indexer-source'
  search(access: IndexerAccess): SearchService
  /** Where the service answers, of the few places where it usually is; null where it is at none. Sends no secret. */
  locate(): Promise<string | null>
  /**
   * Why nothing can be searched; null where it is ready.
   * @param missing names of the required settings that have no value.
   */
  searchIssue(enabled: boolean, missing: readonly string[]): SearchIssueDto | null
}

/** Knows more about releases than their titles say. */
export interface EnrichmentDriver extends Driver {
  kind: 'enrichment'
  enrich(access: IndexerAccess): ReleaseEnrichment
  /** Whether the account is said to be of a class that may download what is kept from others. */
  isVip(settings: IndexerDto['settings']): boolean
}

/** Downloads what was found; several of one driver may be set up. */
export interface DownloadClientDriver extends Driver {
  kind: 'download-client'
  protocol: ClientProtocol
  /** The client as it is set up; whatever session it needs is kept in memory. */
  open(access: DriverAccess): DownloadClient
}

/** Has what people listen to; several of one driver may be set up. */
export interface LibraryDriver extends Driver {
  kind: 'library'
  open(access: DriverAccess): Library
}

/** A connection to another service that there is one of at most. */
export type IndexerDriver = IndexerSourceDriver | EnrichmentDriver

/** A connection to another service that there may be several of. */
export type ConnectionDriver = DownloadClientDriver | LibraryDriver

/** A connection to another service, of one of the kinds that there are. */
export type IntegrationDriver = IndexerDriver | ConnectionDriver
