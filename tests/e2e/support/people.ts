import type { Role } from '#contract/common'
import { ADMIN, PASSWORD } from '#scripts/lib/demo-data'
import { fromOwnNetwork } from './addresses'

export const ADMINISTRATOR = { username: ADMIN, password: PASSWORD }

let made = 0

/** Signs in over HTTP. @returns the session's cookie, as a browser keeps it */
export async function sessionCookie(url: string, login: { username: string; password: string }) {
  const answer = await send(url, 'POST', 'api/auth/login', login)
  const [line = ''] = answer.headers.getSetCookie()
  const [pair = ''] = line.split(';', 1)
  const at = pair.indexOf('=')
  const { hostname, pathname } = new URL(url)
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    domain: hostname,
    path: pathname,
    httpOnly: true,
    sameSite: 'Lax' as const,
  }
}

/** A new user, whom no other test uses. @param name the start of the username */
export async function newcomer(url: string, name: string, role: Role = 'trusted') {
  made += 1
  const login = { username: `${name}-${process.pid}-${made}`, password: PASSWORD }
  const cookie = await sessionCookie(url, ADMINISTRATOR)
  await send(url, 'POST', 'api/users', { ...login, role }, { cookie: `${cookie.name}=${cookie.value}` })
  return login
}

/** Calls the HTTP API as a signed-in user. */
export async function callAs(
  url: string,
  login: { username: string; password: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const { name, value } = await sessionCookie(url, login)
  return send(url, method, path, body, { cookie: `${name}=${value}` })
}

async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...fromOwnNetwork(), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok)
    throw new Error(`${method} /${path} was answered with ${answer.status}: ${await answer.text()}`)
  return answer
}
