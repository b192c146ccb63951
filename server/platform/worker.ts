import simd from 'argon2id/dist/simd.wasm?module'
import { openDurable, type DurableMigration, type DurableStorage } from '#server/db/durable'
import { createWasmArgon2 } from '#server/domain/auth/drivers/argon2-wasm'
import { createCoverBucket, type CoverBucket } from '#server/domain/catalogue/drivers/cover-bucket'
import { unchangedCovers } from '#server/domain/catalogue/drivers/cover-unchanged'
import { fileCause } from '#contract/file-cause'
import { createLog } from './log'
import type { WorkerConfig } from './worker-config'
import { createUncheckedRequest } from '#server/upstream/unchecked-request'
import type { Platform } from './platform'

/** The resources of one Durable Object. */
interface Home {
  storage: DurableStorage
  covers: CoverBucket | undefined
  migrations: readonly DurableMigration[]
}

/** Cloudflare Workers, within one Durable Object whose database stores everything. */
export function createWorkerPlatform(config: WorkerConfig, { storage, covers, migrations }: Home): Platform {
  const log = createLog({
    level: config.logLevel,
    terminal: false,
    write: (line) => console.log(line.trimEnd()),
  })
  const began = Date.now()
  return {
    runtime: 'Cloudflare Workers',
    uptime: () => Date.now() - began,
    log,
    drivers: {
      hasher: createWasmArgon2(simd),
      coverFiles: createCoverBucket({ bucket: covers, log }),
      coverImage: unchangedCovers,
      configurationFile: {
        read: () => Promise.resolve({ kind: 'unreadable', cause: fileCause('missing') }),
        watch: () => Promise.resolve(),
      },
      publicRequest: createUncheckedRequest((input, init) => fetch(input, init)),
      machine: 'Cloudflare',
    },
    async open(timed) {
      const { secretKey } = config
      const database = await timed('opening the database', () => openDurable(storage, migrations))
      return {
        advise: () => undefined,
        secretKey: () => Promise.resolve(secretKey),
        secretKeySource: 'SVC_APP__SECRET_KEY',
        database,
      }
    },
  }
}
