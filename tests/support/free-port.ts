import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems hand out by themselves, which another process may be given before this one is used. */
const FROM = 10_000
const TO = 32_768
/** Far more than ever are in use. */
const ATTEMPTS = 100

/** A port on the loopback address that is free at this moment, and that no one gets who asks for any port. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FROM, TO)
    if (await isFree(port)) return port
  }
  throw new Error('No port of the loopback address is free')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
