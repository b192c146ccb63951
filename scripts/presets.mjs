// @ts-check
// Builds the server for other Nitro presets into a temporary directory, to notice code that only Node can run
// before it spreads: handlers stay on web standards, and what needs Node sits behind drivers. Each has to write the
// files of its own that make its output run.
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, copyPublicAssets, createNitro, prepare } from 'nitropack'
import { ROOT } from './lib/root.mjs'

/** One edge runtime and one other server runtime, with what they write beside the server. */
const PRESETS = {
  'cloudflare-module': ['public/_headers', 'package.json'],
  'deno-server': ['deno.json'],
}
const MIGRATIONS = [
  'server/migrations/sqlite/meta/_journal.json',
  'server/migrations/postgres/meta/_journal.json',
]

const directory = await mkdtemp(join(tmpdir(), 'earmark-presets-'))
try {
  for (const [preset, files] of Object.entries(PRESETS)) {
    const nitro = await createNitro({
      rootDir: ROOT,
      preset,
      dev: false,
      logLevel: 1,
      buildDir: join(directory, preset, 'build'),
      output: { dir: join(directory, preset, 'output') },
    })
    await prepare(nitro)
    await copyPublicAssets(nitro)
    await build(nitro)
    await nitro.close()
    for (const file of [...files, ...MIGRATIONS]) await access(join(nitro.options.output.dir, file))
    console.log(`${preset}: built`)
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}
