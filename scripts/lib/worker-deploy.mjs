// @ts-check
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { WRANGLER } from './runtimes.mjs'
import { WORKER_OUTPUT } from './worker-build.mjs'

/**
 * Checks the build for Cloudflare Workers with Wrangler, as far as possible without an account or a network.
 *
 * @throws if Wrangler would not deploy the build, or prints any warning
 */
export async function checkDeploy() {
  const home = await mkdtemp(join(tmpdir(), 'earmark-wrangler-'))
  try {
    const config = join(WORKER_OUTPUT, 'server', 'wrangler.json')
    const args = ['deploy', '--dry-run', '--outdir', join(home, 'deployed'), '--config', config]
    const env = {
      HOME: home,
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_LOG: 'warn',
    }
    const { stdout, stderr } = await promisify(execFile)(WRANGLER.node, [WRANGLER.script, ...args], { env })
    if (stdout + stderr !== '')
      throw new Error(`Wrangler printed warnings about the build:\n${stdout}${stderr}`)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
