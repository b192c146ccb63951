import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { runCommand } from './run-command'
import { ROOT_USER } from './setup'

const artefact = useArtefact()
const NEW = 'a brand new password'

const rootVariables = {
  SVC_APP__INIT_ROOT_USERNAME: ROOT_USER.username,
  SVC_APP__INIT_ROOT_PASSWORD: ROOT_USER.password,
}

const resetRoot = (env: Record<string, string>, args: readonly string[], input: string) =>
  runCommand(artefact.directory, ['reset-root', ...args], { env, input })

function login(url: string, password: string): Promise<Response> {
  return fetch(`${url}api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ username: ROOT_USER.username, password }),
  })
}

describe('reset-root', () => {
  it('gives root a new password while the server runs, and ends root’s sessions', async () => {
    const env = { SVC_APP__CONFIG_DIR: await temporaryDirectory() }
    const server = await artefact.start({ env: { ...env, ...rootVariables } })
    const signedIn = await login(server.url, ROOT_USER.password)
    expect(signedIn.status).toBe(204)
    const [cookie = ''] = signedIn.headers.getSetCookie()
    for (let i = 0; i < 6; i++) await login(server.url, 'a guess')
    expect((await login(server.url, 'a guess')).status).toBe(429)

    const { code, output } = await resetRoot(env, ['--password-stdin'], `${NEW}\n`)
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(output).toContain(`${ROOT_USER.username} has a new password`)
    expect(output).not.toContain(NEW)
    expect(output).toContain('notification targets and devices of')
    expect(output).toContain('stay; --take-back ends them, too')

    const me = await fetch(`${server.url}api/users/me`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(me.status).toBe(401)
    const again = await resetRoot(env, ['--password-stdin', '--take-back'], NEW)
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('are gone') })
    await expect.poll(async () => (await login(server.url, NEW)).status).toBe(204)
    expect((await login(server.url, ROOT_USER.password)).status).toBe(401)
  })

  it('switches the login type back to forms on request', async () => {
    const env = { SVC_APP__CONFIG_DIR: await temporaryDirectory() }
    const server = await artefact.start({ env })
    const init = { login_type: 'none', ...ROOT_USER, confirm_password: ROOT_USER.password }
    await fetch(`${server.url}api/init`, { method: 'POST', body: JSON.stringify(init) })
    expect(await resetRoot(env, ['--password-stdin', '--forms'], NEW)).toMatchObject({ code: 0 })
    const session: unknown = await (await fetch(`${server.url}api/session`)).json()
    expect(z.object({ login_type: z.string() }).parse(session).login_type).toBe('forms')
    expect((await fetch(`${server.url}api/users/me`)).status).toBe(401)
    expect((await login(server.url, NEW)).status).toBe(204)
  })

  it('says what is wrong and changes nothing', async () => {
    const env = { SVC_APP__CONFIG_DIR: await temporaryDirectory() }
    expect(await resetRoot(env, ['--password-stdin'], NEW)).toMatchObject({
      code: 1,
      output: expect.stringContaining('no root administrator yet'),
    })
    const server = await artefact.start({ env: { ...env, ...rootVariables } })
    for (const [args, input, exit, message] of [
      [['--password-stdin'], 'short', 1, 'At least 8 characters'],
      [['--password-stdin'], '', 1, 'is not valid'],
      [[], NEW, 1, '--password-stdin'],
      [['--everything'], NEW, 2, 'Usage: reset-root'],
      [['now'], NEW, 2, 'Usage: reset-root'],
    ] as const) {
      const { code, output } = await resetRoot(env, args, input)
      expect({ args, code, output }).toMatchObject({ code: exit, output: expect.stringContaining(message) })
    }
    expect((await login(server.url, ROOT_USER.password)).status).toBe(204)
  })
})
