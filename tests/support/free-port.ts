import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, which the system might give to another process before one is used here. */
const FROM = 10_000
const TO = 32_768
/** Far more than there are ports in use. */
const ATTEMPTS = 100

/** A loopback port that is free now, and that the system gives to no process that asks for any port. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FROM, TO)
    if (await isFree(port)) return port
  }
  throw new Error('No loopback port is free')
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
