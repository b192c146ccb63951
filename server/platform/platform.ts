import type { Database } from '#server/db/database'
import type { PasswordHasher } from '#server/domain/auth/auth.types'
import type { CoverFiles, CoverImage } from '#server/domain/catalogue/covers.types'
import type { FileReader } from '#server/domain/integrations/file.types'
import type { Logger } from '#server/log'
import type { Timed } from '#server/start/start-steps'
import type { PublicRequest } from '#server/upstream/public-request'

/** What is made differently on each platform, for the services of the application. */
export interface Drivers {
  /** Checks passwords. */
  hasher: PasswordHasher
  /** Keeps covers between restarts. */
  coverFiles: CoverFiles
  /** Makes covers. */
  coverImage: CoverImage
  /** Reads and watches the file that sets the indexers. */
  configurationFile: FileReader
  /** Reaches public addresses alone. */
  publicRequest: PublicRequest
  /** Name of this machine in its network. */
  machine: string
}

/** What the server runs on. Whatever only one platform has is imported by the file beside this one that supplies it. */
export interface Platform {
  /** What runs this, with its version where it has one. */
  runtime: string
  /** Milliseconds since it began to load. */
  uptime: () => number
  log: Logger
  drivers: Drivers
  /**
   * Opens what is stored, its schema up to date.
   * @throws StartError with a message for the person who runs the server; nothing was changed before what it names.
   */
  open(timed: Timed): Promise<Stored>
}

/** What outlives a restart. */
interface Stored {
  database: Database
  /** What is stored is encrypted with keys that are derived from it. */
  secretKey: string
  /** Where that is set, as administrators are told it. */
  secretKeySource: string
}
