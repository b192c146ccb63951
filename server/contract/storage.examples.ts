import { example } from './example'
import { patchStorage, storageSchema } from './storage'

example(storageSchema, {
  kept: [{ kind: 'releases', days: 90, newest: 50_000, rows: 12_840, bytes: 18_350_080 }],
  bytes: 96_468_992,
  free_bytes: 4_194_304,
  measured_at: '2026-11-02T18:04:00.000Z',
  last_clean_up: { at: '2026-11-02T17:31:12.000Z', removed: 420 },
})
example(patchStorage.body, { releases: { days: 60, newest: 20_000 }, audit: null })
