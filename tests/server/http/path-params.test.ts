import { describe, expect, it } from 'vitest'
import { pathParams } from '#server/http/path-params'

describe('the parameters of a path', () => {
  it.each([
    ['/api/users/{username}', '/api/users/mila', { username: 'mila' }],
    ['/api/users/{username}', '/api/users/mila/', { username: 'mila' }],
    ['/api/users/{username}', '/api/users/a%3Fb%23c', { username: 'a?b#c' }],
    ['/api/users/{username}', '/api/users/a%253Fb', { username: 'a%3Fb' }],
    ['/api/users/{username}', '/api/users/a%2Fb', { username: 'a/b' }],
    ['/api/users/{username}', '/api/users/__proto__', { username: '__proto__' }],
    ['/api/requests/{asin}/failed', '/api/requests/B000000000/failed', { asin: 'B000000000' }],
    ['/api/users', '/api/users', {}],
  ])('of %s are read from %s', (template, path, params) => {
    expect(pathParams(template, path)).toEqual(params)
  })
})
