import { expect, it } from 'vitest'
import { ConfigError, parseConfig } from '#server/platform/config'
import { StartError } from '#server/errors/start-error'
import { readWorkerConfig } from '#server/platform/worker-config'

const SVC_APP__SECRET_KEY = 'a secret key for tests'

it('reads variables among other bindings', () => {
  const config = readWorkerConfig({ SVC_APP__SECRET_KEY, SVC_APP__NAME: 'Ours', EARMARK: {}, COVERS: {} })
  expect(config).toEqual({
    ...parseConfig({ SVC_APP__SECRET_KEY, SVC_APP__NAME: 'Ours' }),
    allowedHosts: ['*'],
    trustedProxies: [expect.anything()],
  })
})

it('keeps the allowed names', () => {
  expect(
    readWorkerConfig({ SVC_APP__SECRET_KEY, SVC_APP__ALLOWED_HOSTS: 'books.example' }).allowedHosts,
  ).toEqual(['books.example'])
})

it.each([
  [{ SVC_APP__BASE_URL: '/books' }, StartError],
  [{ SVC_APP__SECRET_KEY: '' }, StartError],
  [{ SVC_DB__USE_POSTGRES: 'true' }, StartError],
  [{ SVC_APP__LOG_LEVEL: 'loud' }, ConfigError],
])('refuses %o', (bindings, error) => {
  expect(() => readWorkerConfig({ SVC_APP__SECRET_KEY, ...bindings })).toThrow(error)
})
