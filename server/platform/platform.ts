import type { Database } from '#server/db/database'
import type { PasswordHasher } from '#server/domain/auth/auth.types'
import type { CoverFiles, CoverImage } from '#server/domain/catalogue/covers.types'
import type { FileReader } from '#server/domain/integrations/file.types'
import type { Logger } from './log'
import type { Timed } from './start-steps'
import type { PublicRequest } from '#server/upstream/public-request'

/** What differs between platforms, for the services of the application. */
export interface Drivers {
  /** Hashes and verifies passwords. */
  hasher: PasswordHasher
  /** Stores covers between restarts. */
  coverFiles: CoverFiles
  /** Decodes covers. */
  coverImage: CoverImage
  /** Reads and watches the indexers' configuration file. */
  configurationFile: FileReader
  /** Sends requests only to public addresses. */
  publicRequest: PublicRequest
  /** Name of this machine on its network. */
  machine: string
}

/** What the server runs on. Only a platform's own file in this folder imports anything specific to it. */
export interface Platform {
  /** The runtime, with its version if there is one. */
  runtime: string
  /** Milliseconds since the process began to load. */
  uptime: () => number
  log: Logger
  drivers: Drivers
  /**
   * Opens the database and migrates its schema.
   * @throws StartError with a message for the operator, before anything is changed.
   */
  open(timed: Timed): Promise<Stored>
}

/** The state that survives a restart. */
interface Stored {
  database: Database
  /**
   * The key from which those that encrypt stored secrets are derived.
   * @param mayMake whether to make a key if there is none yet.
   * @throws StartError if there is no key, or it cannot be read.
   */
  secretKey: (mayMake: boolean) => Promise<string>
  /** Why the database fails during the start, and how to fix that; undefined if something else fails. */
  advise: (cause: unknown) => string | undefined
  /** Where the key is set, for messages to administrators. */
  secretKeySource: string
}
