// @ts-check
import { join } from 'node:path'
import { build, copyPublicAssets, createNitro, prepare } from 'nitropack'
import { ROOT } from './root.mjs'

/** The build for Cloudflare Workers; its `server/wrangler.json` lists its requirements. */
export const WORKER_OUTPUT = join(ROOT, '.output-cloudflare')

/** Builds the server for Cloudflare Workers, with the client already built. */
export async function buildWorker() {
  const nitro = await createNitro({
    rootDir: ROOT,
    preset: 'cloudflare-module',
    dev: false,
    logLevel: 1,
    compressPublicAssets: false,
    buildDir: join(ROOT, 'node_modules', '.cache', 'earmark', 'cloudflare'),
    output: { dir: WORKER_OUTPUT },
  })
  await prepare(nitro)
  await copyPublicAssets(nitro)
  await build(nitro)
  await nitro.close()
}
