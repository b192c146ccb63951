import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port on the loopback address that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (address === null || typeof address === 'string')
    throw new Error('No port of the loopback address is free')
  probe.close()
  await once(probe, 'close')
  return address.port
}
