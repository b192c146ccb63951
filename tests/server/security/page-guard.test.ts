import { describe, expect, it } from 'vitest'
import { startTestApp } from '#tests/support/app'

const root = { SVC_APP__INIT_ROOT_USERNAME: 'root', SVC_APP__INIT_ROOT_PASSWORD: 'a long pass phrase' }
const basic = (password: string) => ({ authorization: `Basic ${btoa(`root:${password}`)}` })

describe('the page', () => {
  it.each(['forms', 'none', 'oidc'])('is open to everyone under login type %s', async (loginType) => {
    const server = await startTestApp({ environment: { ...root, SVC_APP__FORCE_LOGIN_TYPE: loginType } })
    expect((await server.fetch('/search')).status).toBe(200)
    await server.close()
  })

  it('is there for everyone before the set-up', async () => {
    const server = await startTestApp({ environment: { SVC_APP__FORCE_LOGIN_TYPE: 'basic' } })
    expect((await server.fetch('/')).status).toBe(200)
    await server.close()
  })

  it('makes the browser ask for credentials under login type basic, until they are right', async () => {
    const server = await startTestApp({ environment: { ...root, SVC_APP__FORCE_LOGIN_TYPE: 'basic' } })
    for (const headers of [{}, basic('wrong'), { authorization: 'Basic %%%' }]) {
      const refused = await server.fetch('/search', { headers })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toBe('Basic realm="Earmark", charset="UTF-8"')
    }
    const admitted = await server.fetch('/search', { headers: basic('a long pass phrase') })
    expect([admitted.status, admitted.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    await server.close()
  })

  it('of the first set-up redirects to the application once that is done', async () => {
    const fresh = await startTestApp({ environment: { SVC_APP__BASE_URL: '/books' } })
    expect((await fresh.fetch('/init')).status).toBe(200)
    await fresh.close()
    const server = await startTestApp({ environment: { ...root, SVC_APP__BASE_URL: '/books' } })
    for (const path of ['/init', '/init/']) {
      const closed = await server.fetch(path)
      expect([closed.status, closed.headers.get('location')]).toEqual([302, '/books/'])
    }
    await server.close()
  })
})
