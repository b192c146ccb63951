/**
 * About how many seconds the long files take, from the list at the end of a full run. Only the order depends
 * on it: a wrong or missing number wastes time at the end of a run, when other workers are idle.
 */
const SECONDS: Record<string, number> = {
  'tests/built/configuration.test.ts': 28,
  'tests/built/covers.test.ts': 5,
  'tests/built/downloads.test.ts': 26,
  'tests/built/downloads-shared.test.ts': 24,
  'tests/built/fulfilment.test.ts': 50,
  'tests/built/in-front.test.ts': 15,
  'tests/built/journey.test.ts': 23,
  'tests/built/kills.test.ts': 43,
  'tests/built/lifecycle.test.ts': 38,
  'tests/built/lists.test.ts': 26,
  'tests/built/loaded.test.ts': 12,
  'tests/built/migrations.test.ts': 11,
  'tests/built/notifications.test.ts': 16,
  'tests/built/reset-root.test.ts': 17,
  'tests/container/dockerfile.test.ts': 4,
  'tests/e2e/accounts.test.ts': 69,
  'tests/e2e/api-docs.test.ts': 13,
  'tests/e2e/book-page.test.ts': 36,
  'tests/e2e/catalogue-failures.test.ts': 39,
  'tests/e2e/connections.test.ts': 27,
  'tests/e2e/deep-links.test.ts': 36,
  'tests/e2e/discover.test.ts': 17,
  'tests/e2e/download-settings.test.ts': 25,
  'tests/e2e/downloads.test.ts': 70,
  'tests/e2e/every-page.test.ts': 93,
  'tests/e2e/first-visit.test.ts': 50,
  'tests/e2e/follow.test.ts': 30,
  'tests/e2e/from-request-to-arrival.test.ts': 53,
  'tests/e2e/indexers.test.ts': 35,
  'tests/e2e/languages.test.ts': 23,
  'tests/e2e/live.test.ts': 41,
  'tests/e2e/login-types.test.ts': 19,
  'tests/e2e/notifications.test.ts': 61,
  'tests/e2e/oidc.test.ts': 53,
  'tests/e2e/releases.test.ts': 43,
  'tests/e2e/request-settings.test.ts': 35,
  'tests/e2e/service-worker.test.ts': 34,
  'tests/e2e/sign-in.test.ts': 26,
  'tests/e2e/unsaved.test.ts': 16,
  'tests/e2e/wishes.test.ts': 23,
  'tests/scripts/start.test.ts': 8,
  'tests/server/api/ended-streams.test.ts': 8,
  'tests/server/api/fair-limits.test.ts': 10,
  'tests/server/bad-input.test.ts': 18,
  'tests/server/db/postgres-long-trouble.test.ts': 29,
  'tests/server/db/postgres-silent.test.ts': 15,
  'tests/server/db/postgres-trouble.test.ts': 7,
  'tests/server/defence.test.ts': 8,
  'tests/server/domain/auth/drivers/argon2-wasm.test.ts': 8,
  'tests/server/domain/fulfilment/track/failover.test.ts': 6,
  'tests/server/domain/fulfilment/track/instances.test.ts': 7,
  'tests/server/domain/fulfilment/track/polite-polls.test.ts': 7,
  'tests/server/domain/notifications/deliveries.service.test.ts': 10,
  'tests/server/jobs/indexer-file.test.ts': 11,
  'tests/server/upstream/hostile-answers.test.ts': 8,
}
const OTHERS = 5

/** Paths of the files that are known to take long. */
export const LONG_FILES = Object.keys(SECONDS)

/**
 * Orders files that run at the same time: within each folder of tests from long to short, and mixed across
 * folders so that each folder lasts to the end.
 * @param files files that take equally long keep their order.
 * @param path from the root of the checkout, with slashes.
 */
export function longestFirst<File>(files: readonly File[], path: (file: File) => string): File[] {
  const lasts = (file: File) => SECONDS[path(file)] ?? OTHERS
  const folder = (file: File) => path(file).split('/')[1]
  const places = [...new Set(files.map(folder))].flatMap((name) => {
    const own = files.filter((file) => folder(file) === name).toSorted((a, b) => lasts(b) - lasts(a))
    const whole = own.reduce((sum, file) => sum + lasts(file), 0)
    let before = 0
    return own.map((file) => {
      const place = before / whole
      before += lasts(file)
      return { file, place }
    })
  })
  return places.toSorted((a, b) => a.place - b.place).map(({ file }) => file)
}
