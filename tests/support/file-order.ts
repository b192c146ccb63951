/**
 * About how many seconds the long files take, from the list at the end of a full run. Only the order depends
 * on it: a wrong or missing number wastes time at the end of a run, when other workers are idle.
 */
const SECONDS: Record<string, number> = {
  'tests/built/addresses.test.ts': 8,
  'tests/built/configuration.test.ts': 24,
  'tests/built/covers.test.ts': 17,
  'tests/built/downloads-shared.test.ts': 30,
  'tests/built/downloads.test.ts': 31,
  'tests/built/fulfilment.test.ts': 50,
  'tests/built/in-front.test.ts': 11,
  'tests/built/journey.test.ts': 23,
  'tests/built/kills.test.ts': 38,
  'tests/built/lifecycle.test.ts': 35,
  'tests/built/lists.test.ts': 19,
  'tests/built/loaded.test.ts': 10,
  'tests/built/migrations.test.ts': 11,
  'tests/built/notifications.test.ts': 13,
  'tests/built/reset-root.test.ts': 11,
  'tests/client/everyForm.test.ts': 3,
  'tests/client/features/book/BookPage.test.ts': 4,
  'tests/client/features/releases/ReleasesPage.test.ts': 3,
  'tests/client/features/security/SecurityPage.test.ts': 3,
  'tests/container/dockerfile.test.ts': 3,
  'tests/e2e/accounts.test.ts': 61,
  'tests/e2e/api-docs.test.ts': 17,
  'tests/e2e/book-page.test.ts': 24,
  'tests/e2e/catalogue-failures.test.ts': 31,
  'tests/e2e/connections.test.ts': 20,
  'tests/e2e/deep-links.test.ts': 20,
  'tests/e2e/discover.test.ts': 12,
  'tests/e2e/download-settings.test.ts': 18,
  'tests/e2e/downloads.test.ts': 65,
  'tests/e2e/error-toasts.test.ts': 7,
  'tests/e2e/every-page.test.ts': 81,
  'tests/e2e/first-visit.test.ts': 47,
  'tests/e2e/follow.test.ts': 24,
  'tests/e2e/from-request-to-arrival.test.ts': 41,
  'tests/e2e/indexers.test.ts': 25,
  'tests/e2e/keyboard.test.ts': 10,
  'tests/e2e/languages.test.ts': 17,
  'tests/e2e/lists.test.ts': 6,
  'tests/e2e/live.test.ts': 25,
  'tests/e2e/login-types.test.ts': 19,
  'tests/e2e/notifications.test.ts': 57,
  'tests/e2e/oidc.test.ts': 46,
  'tests/e2e/releases.test.ts': 38,
  'tests/e2e/request-settings.test.ts': 15,
  'tests/e2e/service-worker.test.ts': 27,
  'tests/e2e/sign-in.test.ts': 13,
  'tests/e2e/unsaved.test.ts': 10,
  'tests/e2e/wishes.test.ts': 17,
  'tests/scripts/bench-data.test.ts': 3,
  'tests/scripts/start.test.ts': 8,
  'tests/server/api/ended-streams.test.ts': 4,
  'tests/server/api/fair-limits.test.ts': 6,
  'tests/server/api/known-sources.test.ts': 4,
  'tests/server/api/lists.test.ts': 5,
  'tests/server/api/long-lists.test.ts': 3,
  'tests/server/api/oidc-accounts.test.ts': 5,
  'tests/server/api/oidc.test.ts': 5,
  'tests/server/bad-input.test.ts': 14,
  'tests/server/db/postgres-long-trouble.test.ts': 27,
  'tests/server/db/postgres-trouble.test.ts': 7,
  'tests/server/db/postgres-vanished.test.ts': 9,
  'tests/server/db/postgres.test.ts': 7,
  'tests/server/db/sqlite-threads.test.ts': 3,
  'tests/server/defence.test.ts': 7,
  'tests/server/domain/fulfilment/grab/sending.test.ts': 4,
  'tests/server/domain/fulfilment/instances.test.ts': 6,
  'tests/server/domain/fulfilment/track/failover.test.ts': 4,
  'tests/server/domain/fulfilment/track/following.test.ts': 5,
  'tests/server/domain/fulfilment/track/instances.test.ts': 7,
  'tests/server/domain/fulfilment/track/polite-polls.test.ts': 5,
  'tests/server/domain/integrations/drivers/echoed-secrets.test.ts': 12,
  'tests/server/domain/integrations/drivers/hostile-fields.test.ts': 60,
  'tests/server/domain/notifications/deliveries.service.test.ts': 10,
  'tests/server/domain/requests/request-list-plans.test.ts': 4,
  'tests/server/domain/requests/request-list.test.ts': 3,
  'tests/server/jobs/configuration-file.test.ts': 11,
  'tests/server/upstream/hostile-answers.test.ts': 5,
}
const OTHERS = 0.5

/**
 * Long files that mostly wait: one at a time leaves the processor to the others. They begin and end early, so that they
 * do not wait alone at the end.
 */
const WAITING = new Set([
  'tests/server/db/postgres-long-trouble.test.ts',
  'tests/server/db/postgres-trouble.test.ts',
  'tests/server/db/postgres-vanished.test.ts',
  'tests/server/domain/fulfilment/track/instances.test.ts',
  'tests/server/domain/notifications/deliveries.service.test.ts',
  'tests/server/jobs/configuration-file.test.ts',
])
const WAITING_UNTIL = 0.6

/** Paths of the files that are known to take long. */
export const LONG_FILES = Object.keys(SECONDS)

/**
 * Orders files that run at the same time: within each folder of tests from long to short, and mixed across
 * folders so that each folder lasts to the end. Files that mostly wait are mixed in like a folder of their own.
 * @param files files that take equally long keep their order.
 * @param path from the root of the checkout, with slashes.
 */
export function longestFirst<File>(files: readonly File[], path: (file: File) => string): File[] {
  const lasts = (file: File) => SECONDS[path(file)] ?? OTHERS
  const isWaiting = (file: File) => WAITING.has(path(file))
  const kind = (file: File) => (isWaiting(file) ? 'waiting' : path(file).split('/')[1])
  const places = [...new Set(files.map(kind))].flatMap((name) => {
    const own = files.filter((file) => kind(file) === name).toSorted((a, b) => lasts(b) - lasts(a))
    const whole = own.reduce((sum, file) => sum + lasts(file), 0)
    let before = 0
    return own.map((file) => {
      const place = (before / whole) * (isWaiting(file) ? WAITING_UNTIL : 1)
      before += lasts(file)
      return { file, place }
    })
  })
  return places.toSorted((a, b) => a.place - b.place).map(({ file }) => file)
}
