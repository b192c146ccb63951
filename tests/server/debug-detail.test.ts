import { createClient } from '@libsql/client'
import { configureSync, resetSync } from '@logtape/logtape'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '#tests/support/app'
import { ROOT_ENVIRONMENT, ROOT_LOGIN, signIn } from '#tests/support/root'

const problemSchema = z.looseObject({ code: z.string(), debug: z.string() })
const canaries = {
  password: 'canary-password-of-a-user',
  header: 'canary-header-of-a-target',
  client: 'canary-client-secret',
}

let server: TestApp
let cookie: string
const logged: string[] = []
beforeEach(async () => {
  logged.length = 0
  configureSync({
    reset: true,
    sinks: { lines: (record) => logged.push(String(record.category)) },
    loggers: [
      { category: 'test', lowestLevel: 'error', sinks: ['lines'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: [] },
    ],
  })
  server = await startTestApp({
    environment: {
      ...ROOT_ENVIRONMENT,
      SVC_APP__DEBUG: 'true',
    },
  })
  cookie = await signIn(server)
})
afterEach(async () => {
  await server.close()
  resetSync()
})

/** Makes every write to a table fail unexpectedly. */
async function refuseWrites(table: string): Promise<void> {
  const client = createClient({ url: `file:${join(server.configDir, 'db.sqlite')}` })
  for (const event of ['INSERT', 'UPDATE']) {
    await client.execute(
      `CREATE TRIGGER refuse_${event} BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    )
  }
  client.close()
}

async function send(method: string, path: string, body?: unknown) {
  const answer = await server.fetch(path, {
    method,
    headers: { cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = (await answer.text()) + JSON.stringify([...answer.headers])
  return { status: answer.status, text }
}

const target = {
  name: 'Target',
  url: 'http://127.0.0.1:9/',
  events: ['onNewRequest'],
  body_type: 'text',
  body: 'a book',
  headers: { 'x-token': canaries.header },
}
const user = { username: 'mila', password: canaries.password, role: 'trusted' }
const provider = {
  oidc_client_id: 'earmark',
  oidc_client_secret: canaries.client,
  root_username: ROOT_LOGIN.username,
  root_password: ROOT_LOGIN.password,
}

describe('The detail that debugging adds to an unexpected failure', () => {
  it.each([
    ['users', 'POST', '/api/users', user],
    ['notification_targets', 'POST', '/api/settings/notifications', target],
    ['settings', 'PATCH', '/api/settings/security', provider],
    ['sessions', 'POST', '/api/auth/login', ROOT_LOGIN],
    ['api_keys', 'POST', '/api/settings/account/api-keys', { name: 'key' }],
  ])('of %s contains the query but none of its values', async (table, method, path, body) => {
    await refuseWrites(table)
    const { status, text } = await send(method, path, body)
    expect(status, text).toBe(500)
    expect(logged).toHaveLength(1)
    const { debug } = problemSchema.parse(JSON.parse(text.slice(0, text.lastIndexOf('[['))))
    expect(debug).toContain('Failed query')
    for (const secret of [...Object.values(canaries), ROOT_LOGIN.password, cookie.split('=')[1] ?? '-']) {
      expect(text).not.toContain(secret)
    }
    // Hashes, sealed secrets and tokens are among the values too.
    expect(debug).not.toMatch(/argon2|params/)
  })
})
