import type { Logger } from '#server/log'
import { createKnownNames, type OwnNames } from './host-names'

/** Names that are told of in the log; anybody can make up more. */
const MAX_TOLD = 100

/** The names of this server, and what to do about others. */
export function createHosts({ log, ...own }: OwnNames & { log: Logger }) {
  const told = new Set<string>()

  return {
    /** Whether a name, as `hostName` spells it, is one of this server. */
    isKnown: createKnownNames(own),

    /** A request was refused for its name: the log says so once. */
    noteRefused(name: string): void {
      if (told.has(name) || told.size >= MAX_TOLD) return
      told.add(name)
      log.warn(
        'Refused a request for {name}, which is not a known name of this server. If it is yours, set SVC_APP__ALLOWED_HOSTS={value}',
        { name, value: [...own.allowed, name].join(',') },
      )
    },
  }
}
