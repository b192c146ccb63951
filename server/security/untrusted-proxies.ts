import { proxyNotice } from '#contract/notices'
import type { NoticeDto } from '#contract/system'
import { isLocal } from './networks'

/** Milliseconds for which a proxy is remembered after its last request: a day. */
const MEMORY = 24 * 60 * 60_000
const MAX_REMEMBERED = 20

/**
 * Remembers proxies whose `X-Forwarded-*` headers are not trusted. Only those on local networks: anyone else
 * could send the headers to have their address recommended as a trusted proxy.
 */
export function createUntrustedProxies({ clock }: { clock: () => Date }) {
  const lastSeen = new Map<string, number>()

  return {
    /** Notes that a request from this address had the headers. */
    note(address: string): void {
      if (!isLocal(address)) return
      if (!lastSeen.has(address) && lastSeen.size >= MAX_REMEMBERED) return
      lastSeen.set(address, clock().getTime())
    },

    /** The notices for administrators. */
    notices(): NoticeDto[] {
      const oldest = clock().getTime() - MEMORY
      for (const [address, at] of lastSeen) if (at < oldest) lastSeen.delete(address)
      return [...lastSeen.keys()].toSorted().map(proxyNotice)
    },
  }
}
