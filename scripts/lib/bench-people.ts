import type { Role } from '#contract/common'
import type { ServerProcess } from '#tests/support/server-process'
import type { BenchStage } from './bench-stage'
import { caller } from './http-caller'

const PASSWORD = 'a password of many people'

/** Creates users. @returns headers with an API key for each. */
export async function makePeople(
  stage: BenchStage,
  server: ServerProcess,
  { count, role }: { count: number; role: Role },
): Promise<Record<string, string>[]> {
  const root = caller(server.url, { authorization: stage.basic })
  const keys: Record<string, string>[] = []
  for (let at = 0; at < count; at++) {
    const username = `person ${at}`
    await root('POST', 'api/users', { username, password: PASSWORD, role })
    const basic = Buffer.from(`${username}:${PASSWORD}`).toString('base64')
    keys.push(await stage.createKey(server, { authorization: `Basic ${basic}` }))
  }
  return keys
}
