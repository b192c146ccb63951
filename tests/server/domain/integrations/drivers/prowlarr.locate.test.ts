import { expect, it, onTestFinished } from 'vitest'
import { startProwlarrFake } from '#fakes/prowlarr'
import { prowlarrDriver } from './prowlarr.fixture'

const PLACES = ['http://prowlarr:9696', 'http://host.docker.internal:9696', 'http://localhost:9696']

/** A driver in a network that consists of these addresses: they respond, and no others. */
function driverAmong(there: Record<string, () => Promise<Response>>) {
  const calls: Request[] = []
  const driver = prowlarrDriver({
    fetch: (input, init) => {
      const request = new Request(input, init)
      calls.push(request)
      const answer = there[new URL(request.url).origin]
      return answer ? answer() : Promise.reject(new TypeError('fetch failed'))
    },
  })
  return { driver, calls }
}

it('Prowlarr is found at the first address that answers, and is sent no key', async () => {
  const fake = await startProwlarrFake()
  onTestFinished(() => fake.close())
  const answer = () => fetch(`${fake.url}/ping`)
  const [beside = '', onHost = '', here = ''] = PLACES
  const { driver, calls } = driverAmong({ [onHost]: answer, [here]: answer })
  expect(await driver.locate()).toBe(onHost)
  expect(calls.map(({ url }) => url)).toEqual(PLACES.map((place) => `${place}/ping`))
  expect(calls.flatMap(({ headers }) => [...headers.keys()])).not.toContain('x-api-key')
  expect(calls.every(({ redirect }) => redirect === 'manual')).toBe(true)
  expect(await driverAmong({ [beside]: answer }).driver.locate()).toBe(beside)
})

it.each([
  ['nothing', {}],
  ['a web page', { 'http://prowlarr:9696': async () => new Response('<!doctype html>') }],
  ['another service', { 'http://prowlarr:9696': async () => Response.json({ success: true }) }],
  ['a redirect', { 'http://prowlarr:9696': async () => Response.redirect('http://elsewhere.invalid/', 302) }],
  ['an answer without end', { 'http://localhost:9696': async () => new Response('x'.repeat(2000)) }],
])('Prowlarr is not found where %s answers', async (_what, there) => {
  expect(await driverAmong(there).driver.locate()).toBeNull()
})
