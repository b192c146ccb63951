import type { ConnectionTestDto } from '#contract/connection-test'
import type { Fault } from '#contract/issues'
import type { Cause } from '#contract/cause'
import type { SearchIssueDto } from '#contract/books'
import type { ConfigurationEntryDto, ShownSettings } from '#contract/connection-settings'
import type { SearchableIndexerDto } from '#contract/indexers'
import type { AppError } from '#server/errors/app-error'
import type { ReleaseMetadata, StoredRelease } from '#server/db/stored-release'
import type { ConnectionOutcome } from './connections.types'
import type { SendingClient } from './category-fit.rules'
import type { ClientProtocol, DownloadClient } from './download-client.types'
import type { FailedGrab } from '#server/errors/fault'
import type { Library } from './library.types'

/** Exported from here because drivers know no database. */
export type { ReleaseMetadata }

/** Validated settings of one connection: every entry has a value, or null if optional. */
export type ConnectionSettings = Readonly<Record<string, string | number | boolean | null>>

/** A setting as its driver declares it; the texts of the interface describe it. */
export type SettingEntry = Omit<ConfigurationEntryDto, 'description'>

/** One of the indexers behind the search service. */
export type SearchableIndexer = Pick<SearchableIndexerDto, 'id' | 'name' | 'protocol'>

/** A normalised release from an indexer, without its download link. */
export type OfferedRelease = Omit<StoredRelease, 'query' | 'metadata'>

/** The outcome of a grab. */
export type GrabOutcome =
  /** The download client has it. */
  | { state: 'grabbed' }
  /** The search service has discarded its results: repeat the search and post again. */
  | { state: 'forgotten' }
  | FailedGrab
  /** No response, or a partial one: the grab may have happened. */
  | { state: 'unknown'; cause: Cause }

/** A release whose download link is to be followed. */
export interface LinkedRelease {
  guid: string
  indexer: SearchableIndexer
  /** The query that found it. */
  query: string
}

/** What a release's download link led to, or why it led nowhere. */
export type FollowedLink = { state: 'file'; file: Uint8Array } | { state: 'magnet'; uri: string } | FailedGrab

/** What fulfilment needs from a service that searches for releases and grabs them. */
export interface ReleaseSource {
  /** The service's name in messages. */
  name: string
  /** The error while the source is not ready: what an administrator has to set up first. */
  notReady(): AppError
  /** Whether the source is enabled and complete. Calls no service. */
  configured(): Promise<boolean>
  /**
   * The selected indexers.
   * @throws AppError if the service is not ready, is unreachable, is too slow, refuses the key or fails; its
   *   driver declares the codes.
   */
  indexers(): Promise<SearchableIndexer[]>
  /**
   * Searches one indexer.
   * @param query plain words.
   * @returns an empty list only if there really is nothing.
   * @throws the errors of {@link ReleaseSource.indexers}.
   */
  search(indexer: SearchableIndexer, query: string, signal: AbortSignal): Promise<OfferedRelease[]>
  /** Sends a release to the download client. Never throws because of the service's response. */
  grab(release: { guid: string; indexerId: number }): Promise<GrabOutcome>
  /**
   * Fetches what a release's download link leads to, for a client that the service does not know. Sends
   * nothing to any client. Never throws because of the service's response.
   */
  download(release: LinkedRelease): Promise<FollowedLink>
  /**
   * Whether the service's history has had a grab since the given time; `unknown` if that cannot be
   * determined.
   */
  wasGrabbed(release: { title: string; indexerId: number; since: Date }): Promise<'yes' | 'no' | 'unknown'>
  /** Where a grab since the given time went, by the service's history; null if unknown. */
  downloadOf(release: {
    title: string
    indexerId: number
    since: Date
  }): Promise<{ client: string | null; downloadId: string | null }>
  /** How long a response is kept, in seconds. */
  ttl(): Promise<number>
  /** How long one indexer may take to answer a search, in milliseconds. */
  searchTimeout(): Promise<number>
}

/** Adds what a tracker knows about a release beyond its title. */
export interface ReleaseEnrichment {
  /** Metadata by guid, without unknown releases. Never throws: a failure is returned as a cause. */
  describe(
    releases: readonly OfferedRelease[],
    query: string,
    signal: AbortSignal,
  ): Promise<{ metadata: ReadonlyMap<string, ReleaseMetadata>; cause: Cause | null }>
}

/** A search service: a release source whose indexers can be selected. */
export interface SearchService extends ReleaseSource {
  /**
   * All indexers of the service, even while it is disabled, so that they can be selected first.
   * @throws the errors of {@link ReleaseSource.indexers}.
   */
  searchable(): Promise<SearchableIndexerDto[]>
}

/** A driver's access to its stored settings. */
export interface DriverAccess {
  /** The settings as stored now. `ready` says whether the connection is enabled and complete. */
  settings(): Promise<{ values: ConnectionSettings; ready: boolean }>
  /** See {@link Renew}. */
  renew: Renew
}

/** The access of a driver that reports outcomes itself, as only it can tell what a response says about the service. */
export interface NotingAccess extends DriverAccess {
  /** Records the outcome of a call in the status. Never throws, so that no response is lost because of it. */
  note(outcome: ConnectionOutcome): Promise<void>
}

/**
 * Stores a value that the service has replaced, unless someone or another instance has changed the stored one
 * in the meantime.
 */
export type Renew = (change: { setting: string; from: string; to: string }) => Promise<void>

/**
 * What every driver declares, whatever its kind: the settings of a connection and how to test it. Forms, the API, the
 * configuration file and the documentation are derived from `entries`.
 */
interface Driver {
  name: string
  entries: readonly SettingEntry[]
  /** The setting that contains the address of the service; secrets are sent nowhere else. */
  address: string
  /** What is wrong with a value of the right type, or null. */
  issue(setting: string, value: string | number | boolean): Fault | null
  /** Never throws because of the service's response. */
  test(settings: ConnectionSettings, renew: Renew): Promise<ConnectionTestDto>
}

/** Searches for releases and grabs them. */
export interface SearchServiceDriver extends Driver {
  kind: 'search_service'
  search(access: NotingAccess): SearchService
  /** The service's address, if it responds at one of its usual ones, or null. Sends no secret. */
  locate(): Promise<string | null>
  /**
   * Its enabled download clients, each once for every category that releases get there.
   * @throws AppError as the test reports it.
   */
  senders(settings: ConnectionSettings): Promise<SendingClient[]>
  /**
   * Why nothing can be searched, or null.
   * @param missing names of the required settings that have no value.
   */
  searchIssue(enabled: boolean, missing: readonly string[]): SearchIssueDto | null
}

/** Knows more about releases than their titles say. */
export interface EnrichmentDriver extends Driver {
  kind: 'enrichment'
  enrich(access: NotingAccess): ReleaseEnrichment
  /** Whether the account's class may download VIP releases. */
  isVip(settings: ShownSettings): boolean
}

/** Downloads releases. */
export interface DownloadClientDriver extends Driver {
  kind: 'download_client'
  protocol: ClientProtocol
  /** Opens the connection; the client keeps its session in memory. */
  open(access: DriverAccess): DownloadClient
}

/** The media server that people listen on. */
export interface LibraryDriver extends Driver {
  kind: 'library'
  /** What the settings select: those with the same text are about the same audiobooks. */
  contents(values: ConnectionSettings): string
  open(access: DriverAccess): Library
}

/** The driver of an indexer, to which there is one connection. */
export type IndexerDriver = SearchServiceDriver | EnrichmentDriver

/** The driver of a program, to which there may be several connections. */
export type ProgramDriver = DownloadClientDriver | LibraryDriver

/** A driver of any kind. */
export type ConnectionDriver = IndexerDriver | ProgramDriver
