import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { problemSchema } from '#contract/common'
import { KEPT_KINDS, RETENTION, storageSchema } from '#contract/storage'
import { createJobs } from '#server/jobs/jobs'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { ROOT_ENVIRONMENT } from '#tests/support/root'

let server: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  admin = await addCaller(server.app, 'admin')
})
afterAll(() => server.close())

const storage = async () =>
  storageSchema.parse(await (await server.fetch('/api/settings/storage', { headers: admin })).json())
const patch = (body: unknown) =>
  server.fetch('/api/settings/storage', { method: 'PATCH', headers: admin, body: JSON.stringify(body) })

it('returns how long each kind is kept and its size', async () => {
  const { kept, bytes, cleaning } = await storage()
  expect(kept.map(({ kind, days, newest }) => [kind, { days, newest }])).toEqual(
    KEPT_KINDS.map((kind) => [kind, RETENTION[kind].default]),
  )
  expect(bytes).toBeGreaterThan(0)
  expect(cleaning).toBe(false)
})

it('changes the limits of one kind, keeps the others, and restores a default for null', async () => {
  expect((await patch({ audit: { days: 30, newest: 20_000 } })).status).toBe(204)
  expect((await patch({ timeline: { days: 100, newest: 2000 } })).status).toBe(204)
  const limitsOf = async (wanted: string) => (await storage()).kept.find(({ kind }) => kind === wanted)
  expect(await limitsOf('audit')).toMatchObject({ days: 30, newest: 20_000 })
  await patch({ audit: null, timeline: null })
  expect(await limitsOf('audit')).toMatchObject(RETENTION.audit.default)
  expect(await limitsOf('timeline')).toMatchObject(RETENTION.timeline.default)
})

it.each([
  [{ audit: { days: 29, newest: 20_000 } }, 'audit.days'],
  [{ releases: { days: 90, newest: 999 } }, 'releases.newest'],
  [{ deliveries: { days: 30.5, newest: 2000 } }, 'deliveries.days'],
  [{ timeline: { days: 100_000, newest: 2000 } }, 'timeline.days'],
  [{ timeline: { days: 100 } }, 'timeline.newest'],
])('refuses %o', async (body, path) => {
  const answer = await patch(body)
  expect(answer.status).toBe(422)
  expect(problemSchema.parse(await answer.json()).errors?.map((issue) => issue.path)).toEqual([path])
})

it('removes rows past the limit at once on request', async () => {
  const { database } = server.app
  const { auditEntries } = database.tables
  const jobs = createJobs(server.app)
  jobs.start()
  onTestFinished(() => jobs.stop())
  await expect.poll(async () => (await storage()).last_clean_up).not.toBeNull()
  await database.write((within) =>
    within.insert(auditEntries).values({ id: 'old', kind: 'signed_in', at: new Date(0) }),
  )
  const answer = await server.fetch('/api/settings/storage/clean-up', { method: 'POST', headers: admin })
  expect(answer.status).toBe(202)
  await expect
    .poll(async () => {
      const { cleaning, last_clean_up: last } = await storage()
      return { cleaning, removed: last?.removed }
    })
    .toEqual({ cleaning: false, removed: 1 })
  const left = await database.read.select({ id: auditEntries.id }).from(auditEntries)
  expect(left.map(({ id }) => id)).not.toContain('old')
})
