import { describe, expect, it } from 'vitest'
import { isDocumentation, isReadable, loggedPath } from '#server/http/address'

describe('a path in the log', () => {
  it.each([
    ['/api/users/rosamund', '/api/users/ro…'],
    ['/api/users/J%C3%B3zefina?q=secret', '/api/users/Jó…'],
    ['/api/users/%zz', '/api/users/%z…'],
    ['/api/users/me', '/api/users/me'],
    ['/api/users/melinda', '/api/users/me…'],
    ['/api/users?limit=2', '/api/users'],
    ['/api/feeds/pT3n-secret/calendar.ics?x=1', '/api/feeds/…/calendar.ics'],
    ['/books/api/feeds/pT3n-secret', '/books/api/feeds/…'],
    ['/api/requests/B000000001?region=de', '/api/requests/B000000001'],
  ])('shows %s as %s', (target, logged) => {
    expect(loggedPath(target)).toBe(logged)
  })
})

describe('a path', () => {
  it.each([
    ['/', true],
    ['/caf%C3%A9', true],
    ['/%00', true],
    ['/%', false],
    ['/%zz', false],
    ['/%C3', false],
    ['/%ED%A0%80', false],
    ['*', false],
    ['http://host/', false],
    ['', false],
  ])('%s is readable: %s', (path, expected) => {
    expect(isReadable(path)).toBe(expected)
  })

  it.each([
    ['/docs', '/', true],
    ['/docs/swagger-ui.css', '/', true],
    ['/openapi.json', '/', true],
    ['/openapi.json/', '/', true],
    ['/books//docs', '/books/', true],
    ['/books', '/books/', false],
    ['/docsy', '/', false],
    ['/search/docs', '/', false],
  ])('%s below %s is about the API: %s', (path, base, expected) => {
    expect(isDocumentation(path, base)).toBe(expected)
  })
})
