import type { TestApp } from './app'

/** The root administrator of tests, as environment variables. */
export const ROOT_ENVIRONMENT = {
  SVC_APP__INIT_ROOT_USERNAME: 'Rosa',
  SVC_APP__INIT_ROOT_PASSWORD: 'correct horse',
}
export const ROOT_LOGIN = { username: 'Rosa', password: 'correct horse' }

/** `Authorization` with Basic credentials, which root uses under the login type basic. */
export function basicAuthorization({ username, password } = ROOT_LOGIN): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** Signs in through the form. @returns the `Cookie` header for further requests. */
export async function signIn(server: TestApp, login = ROOT_LOGIN): Promise<string> {
  const answer = await server.fetch('/api/auth/login', { method: 'POST', body: JSON.stringify(login) })
  const [cookie = ''] = answer.headers.getSetCookie()
  if (answer.status !== 204) throw new Error(`Signing in was answered with ${answer.status}`)
  return cookie.split(';', 1)[0] ?? ''
}
