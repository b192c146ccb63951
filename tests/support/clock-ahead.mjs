import process from 'node:process'

// Imported before a server that a test starts: sets its clock ahead, as if it had been started later.
const ahead = Number(process.env.EARMARK_TEST_CLOCK_AHEAD_MS ?? 0)

globalThis.Date = new Proxy(Date, {
  get: (date, key) => (key === 'now' ? () => date.now() + ahead : Reflect.get(date, key)),
  construct: (date, values, made) =>
    Reflect.construct(date, values.length > 0 ? values : [date.now() + ahead], made),
})
