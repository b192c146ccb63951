import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from '#server/platform/config'
import { withSecretFiles } from '#server/platform/secret-files'
import { unknownVariables } from '#server/platform/unknown-variables'
import { parseEnvFile } from '#server/start/env-file'
import { temporaryDirectory } from '#tests/support/temporary-directory'

describe('a variable without effect', () => {
  it.each([
    ['SVC_APP__BASEURL', 'Did you mean SVC_APP__BASE_URL?'],
    ['SVC_APP_PORT', 'Did you mean SVC_APP__PORT?'],
    ['SVC_DB__USE_POSTGRESS', 'Did you mean SVC_DB__USE_POSTGRES?'],
    ['SVC_DB__POSTGRES_HOST_FILE', 'Only secrets can be in a file: set SVC_DB__POSTGRES_HOST itself.'],
  ])('named %s is told with what was meant', (name, told) => {
    expect(unknownVariables({ [name]: 'x' })).toEqual([
      `${name} is not a setting of Earmark and has no effect. ${told}`,
    ])
  })

  it('is told without a guess if nothing is near, and never with its value', () => {
    expect(unknownVariables({ SVC_SOMETHING_ELSE_ENTIRELY: 'secret' })).toEqual([
      'SVC_SOMETHING_ELSE_ENTIRELY is not a setting of Earmark and has no effect.',
    ])
  })

  it('is told once for all of AudioBookRequest', () => {
    const names = ['ABR_APP__PORT', 'ABR_APP__VERSION', 'ABR_DB__USE_POSTGRES', 'ABR_OIDC__X']
    const [line, ...more] = unknownVariables(Object.fromEntries(names.map((name) => [name, '1'])))
    expect(line).toContain(
      'AudioBookRequest (ABR_APP__PORT, ABR_APP__VERSION, ABR_DB__USE_POSTGRES and 1 more)',
    )
    expect(more).toEqual([])
  })

  it('is none of ours, of files of secrets, or of other programs', () => {
    const names = ['SVC_APP__PORT', 'SVC_APP__SECRET_KEY_FILE', 'PATH', 'svc_app']
    expect(unknownVariables(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([])
  })
})

describe('a secret in a file', () => {
  it.each(['SVC_APP__SECRET_KEY', 'SVC_DB__POSTGRES_PASSWORD', 'SVC_APP__INIT_ROOT_PASSWORD'])(
    'is read as %s, without the end of its line',
    async (name) => {
      const path = join(await temporaryDirectory(), 'secret')
      await writeFile(path, ' a long enough secret \r\n')
      expect(withSecretFiles({ [`${name}_FILE`]: path })).toMatchObject({ [name]: ' a long enough secret ' })
      expect(parseConfig(withSecretFiles({ [`${name}_FILE`]: path }))).toMatchObject({})
      expect(() => withSecretFiles({ [name]: 'x', [`${name}_FILE`]: path })).toThrow(
        `Both ${name} and ${name}_FILE`,
      )
    },
  )

  it('that cannot be read stops the start with its variable', async () => {
    const path = join(await temporaryDirectory(), 'folder')
    await mkdir(path)
    for (const file of [path, join(path, 'missing')]) {
      const read = () => withSecretFiles({ SVC_APP__SECRET_KEY_FILE: file })
      expect(read).toThrow(ConfigError)
      expect(read).toThrow('SVC_APP__SECRET_KEY_FILE')
    }
  })
})

it('keeps the first line of a .env file that begins with a byte order mark', () => {
  expect(parseEnvFile('\uFEFFSVC_APP__PORT=8123\nSVC_APP__DEBUG=true\n')).toEqual({
    SVC_APP__PORT: '8123',
    SVC_APP__DEBUG: 'true',
  })
})
