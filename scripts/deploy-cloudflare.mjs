// @ts-check
// `npm run deploy:cloudflare`: builds for Cloudflare Workers and prints the remaining steps; see docs/cloudflare.md.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuild } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'

requireNodeVersion()
await ensurePackages()
await ensureBuild()
// Imported only now, because it requires the packages.
const { buildWorker, WORKER_OUTPUT } = await import('./lib/worker-build.mjs')
await buildWorker()

const config = join(WORKER_OUTPUT, 'server', 'wrangler.json')
/** @type {{ name: string, r2_buckets: { bucket_name: string }[] }} */
const { name, r2_buckets } = JSON.parse(readFileSync(config, 'utf8'))
const from = `--config ${relative(process.cwd(), config)}`
const buckets = r2_buckets.map(({ bucket_name }) => `npx wrangler r2 bucket create ${bucket_name}`)

console.log(`
Built the Worker “${name}”. The first time, create what it needs, in this order:

  npx wrangler login
  ${buckets.join('\n  ')}
  npx wrangler secret put SVC_APP__SECRET_KEY ${from}

The key encrypts stored secrets: 16 characters or more, such as the output of \`openssl rand -hex 32\`. Keep a copy of it.
Then, and at each upgrade:

  npx wrangler deploy ${from}

docs/cloudflare.md says what it costs, and how it reaches a Prowlarr at home.`)
