import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { getLogger, resetSync } from '@logtape/logtape'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { StartError } from '#server/errors/start-error'
import { parseConfig } from '#server/platform/config'
import { createNodePlatform } from '#server/platform/node'
import { boot } from '#server/start/boot'
import { cheapHasher } from '#tests/support/accounts'
import { targetBody } from '#tests/server/domain/notifications/notifications.fixture'
import { temporaryDirectory } from '#tests/support/temporary-directory'

// The platform sets up the log of its process.
afterEach(() => resetSync())

/** Boots a server on a config directory until the test ends. */
async function booted(
  directory: string,
  options: { environment?: Record<string, string>; forgetLostSecrets?: boolean } = {},
) {
  const { environment = {}, forgetLostSecrets = false } = options
  const config = parseConfig({ SVC_APP__CONFIG_DIR: directory, ...environment })
  const platform = createNodePlatform(config, { migrations: resolve('migrations'), entry: null })
  const drivers = { ...platform.drivers, hasher: cheapHasher }
  const app = await boot(config, { ...platform, drivers, log: getLogger('test') }, { forgetLostSecrets })
  onTestFinished(() => app.close())
  return app
}
type Booted = Awaited<ReturnType<typeof booted>>

const BY = {
  user: { id: 'root', username: 'root', role: 'admin', root: true, extraData: null },
  address: '127.0.0.1',
  stillEntitled: () => Promise.resolve(),
  refuseOutlasting: () => undefined,
} as const
const CONNECTION = {
  driver: 'Transmission',
  name: 'Attic',
  enabled: true,
  settings: { base_url: 'http://127.0.0.1:9091', password: 'secret' },
}

/** Stores a secret of every kind. */
async function storeSecrets(app: Booted): Promise<void> {
  await app.integrations.patch('Prowlarr', { prowlarr_api_key: 'fedcba9876543210fedcba9876543210' }, BY)
  await app.integrations.connections.create(CONNECTION, BY)
  await app.notificationTargets.create(
    null,
    targetBody({ url: 'https://ntfy.example.org/books', name: 'The house' }),
  )
  await app.pushKey.show()
  const store = await app.settings.prepare({ oidc_client_secret: 'the secret of a client' })
  await app.database.write(store)
}

const secretKey = (directory: string) => join(directory, 'secret.key')

describe('a start on the folder of another application', () => {
  it('leaves nothing there', async () => {
    const directory = await temporaryDirectory()
    await writeFile(join(directory, 'db.sqlite'), 'not a database')
    await expect(booted(directory)).rejects.toThrow(StartError)
    expect(await readdir(directory)).toEqual(['db.sqlite'])
  })
})

describe('a lost secret key', () => {
  it('is asked for, and none is made in its place', async () => {
    const directory = await temporaryDirectory()
    await (await booted(directory)).close()
    await rm(secretKey(directory))
    await expect(booted(directory)).rejects.toThrow(/secret\.key is missing.*reset-secrets/)
    await expect(stat(secretKey(directory))).rejects.toThrow('ENOENT')
  })

  it('is no reason to lose anything but secrets: the names of what to enter again are told', async () => {
    const directory = await temporaryDirectory()
    const before = await booted(directory)
    await storeSecrets(before)
    const kept = await before.integrations.connections.list()
    await before.close()
    await rm(secretKey(directory))

    const rescue = await booted(directory, { forgetLostSecrets: true })
    expect(await rescue.forgetLostSecrets()).toEqual({
      connections: ['Prowlarr', 'Attic'],
      targets: ['The house'],
      settings: ['oidc_client_secret'],
    })
    await rescue.close()

    const after = await booted(directory)
    const [connection] = await after.integrations.connections.list()
    expect(connection).toMatchObject({ id: kept[0]?.id, name: 'Attic', enabled: true })
    expect(await after.integrations.list()).toContainEqual(
      expect.objectContaining({
        name: 'Prowlarr',
        settings: expect.objectContaining({ prowlarr_api_key: null }),
      }),
    )
    expect(await after.notificationTargets.list(null)).toEqual([])
    expect((await after.settings.oidcSettings()).clientSecret).toBe('')
    await after.pushKey.show()
    await after.integrations.connections.change(String(connection?.id), { settings: CONNECTION.settings }, BY)
  })

  it('removes nothing as long as the key is the right one', async () => {
    const directory = await temporaryDirectory()
    const app = await booted(directory)
    await storeSecrets(app)
    expect(await app.forgetLostSecrets()).toEqual({ connections: [], targets: [], settings: [] })
    await app.settings.verifySecretKey()
    expect((await app.settings.oidcSettings()).clientSecret).toBe('the secret of a client')
  })
})
