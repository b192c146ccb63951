import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startProwlarrFake } from '/work/main/tests/fakes/prowlarr'
import { createProwlarr } from '/work/main/server/domain/indexers/drivers/prowlarr'
const fake = await startProwlarrFake()
fake.offerMany(2000)
const body = await (await fetch(`${fake.url}/api/v1/search?query=salt&indexerIds=1`, { headers: { 'x-api-key': fake.apiKey } })).arrayBuffer()
const bytes = new Uint8Array(body)
console.log('bytes', bytes.length)
const driver = createProwlarr({ fetch: async () => new Response(bytes.slice()), clock: () => new Date(), log: { warn() {} } as never, userAgent: 'x' })
const source = driver.search({ settings: async () => ({ ready: true, values: { prowlarr_base_url: 'http://x', prowlarr_api_key: 'kkkkkkkkkkkkkkkkkkkkkk', prowlarr_categories: '', prowlarr_indexers: '', prowlarr_source_ttl: 1 } }), renew: async () => {} })
for (let i = 0; i < 4; i++) {
  let last = performance.now(); let worst = 0
  const timer = setInterval(() => { const n = performance.now(); worst = Math.max(worst, n - last); last = n }, 0)
  await new Promise((r) => setTimeout(r, 5)); last = performance.now(); worst = 0
  const t = performance.now()
  const rows = await source.search({ id: 1, name: 'a', protocol: 'torrent' }, 'salt', new AbortController().signal)
  console.log(rows.length, (performance.now() - t).toFixed(1), 'ms, worst gap', worst.toFixed(1))
  clearInterval(timer)
}
await fake.close()
