import type { Logger } from '#server/platform/log'
import { createKnownNames, type OwnNames } from './host-names'

/** Maximum number of names to log; anyone can make up more. */
const MAX_LOGGED = 100

/** Checks the names of this server, and logs refused ones. */
export function createHosts({ log, ...own }: OwnNames & { log: Logger }) {
  const told = new Set<string>()

  return {
    /** Whether a name normalised by `hostName` belongs to this server. */
    isKnown: createKnownNames(own),

    /** Logs once that requests under a name are refused. */
    noteRefused(name: string): void {
      if (told.has(name) || told.size >= MAX_LOGGED) return
      told.add(name)
      log.warn(
        'Refused a request for {name}, which is not a known name of this server. If it is yours, set SVC_APP__ALLOWED_HOSTS={value}',
        { name, value: [...own.allowed, name].join(',') },
      )
    },
  }
}
