import { describe, expect, it } from 'vitest'
import { KEPT_KINDS, RETENTION, type StorageDto } from '#contract/storage'
import { json, nothing, problem, type Answer } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'

const AN_HOUR_AGO = () => new Date(Date.now() - 3_600_000).toISOString()

function aStorage(facts: Partial<StorageDto> = {}): StorageDto {
  return {
    kept: KEPT_KINDS.map((kind) => ({ kind, ...RETENTION[kind].default, rows: 12_840, bytes: 18_350_080 })),
    database: 'sqlite',
    bytes: 96_468_992,
    free_bytes: 4_194_304,
    measured_at: AN_HOUR_AGO(),
    cleaning: false,
    last_clean_up: { at: AN_HOUR_AGO(), removed: 1420 },
    ...facts,
  }
}

async function openStorage(facts: Partial<StorageDto> = {}, answers: Record<string, Answer> = {}) {
  const page = await openPage('/settings/storage', {
    user: { role: 'admin' },
    answers: {
      'GET /api/settings/storage': () => json(aStorage(facts)),
      'PATCH /api/settings/storage': nothing,
      'POST /api/settings/storage/clean-up': nothing,
      ...answers,
    },
  })
  return { ...page, sent: (name: string) => page.server.called(name).map(({ body }) => body) }
}

describe('the page of the database', () => {
  it('shows its size, that of each kind, and what the last clean-up removed', async () => {
    const { text } = await openStorage()
    expect(text()).toContain('96.5 MB')
    expect(text()).toContain('4.19 MB')
    expect(text()).toContain('12,840 stored, 18.4 MB')
    expect(text()).toContain('1 hour ago: 1,420 entries deleted')
    expect(text()).toContain('Minimum 7, default 90.')
  })

  it('says that nothing was to be removed', async () => {
    const { text } = await openStorage({ last_clean_up: { at: AN_HOUR_AGO(), removed: 0 } })
    expect(text()).toContain('1 hour ago: nothing to delete')
  })

  it('omits sizes that the database does not report, and says that it was not cleaned up yet', async () => {
    const { text } = await openStorage({ last_clean_up: null, free_bytes: null, database: 'postgres' })
    expect(text()).toContain('Not yet')
    expect(text()).not.toContain('Free space')
  })

  it('cleans up on request, and shows that it is running', async () => {
    let cleaning = false
    const { press, sent, text } = await openStorage(
      {},
      {
        'GET /api/settings/storage': () => json(aStorage({ cleaning })),
        'POST /api/settings/storage/clean-up': () => {
          cleaning = true
          return nothing()
        },
      },
    )
    await press('Clean up now')
    expect(sent('POST /api/settings/storage/clean-up')).toHaveLength(1)
    expect(text()).toContain('Cleaning up')
  })

  it('sends only the changed limits', async () => {
    const { fill, press, sent, text } = await openStorage()
    await fill('Keep for', '60')
    await press('Save')
    expect(sent('PATCH /api/settings/storage')).toEqual([{ releases: { days: 60, newest: 50_000 } }])
    expect(text()).toContain('Saved.')
  })

  it('refuses a limit below its minimum, at the field', async () => {
    const { fill, press, sent, text, field } = await openStorage()
    await fill('Keep for', '3')
    await press('Save')
    expect(text()).toContain('At least 7')
    expect(field('Keep for').getAttribute('aria-invalid')).toBe('true')
    expect(sent('PATCH /api/settings/storage')).toEqual([])
  })

  it('can be loaded again after a failure', async () => {
    let works = false
    const { press, text } = await openStorage(
      {},
      {
        'GET /api/settings/storage': () =>
          works ? json(aStorage()) : problem({ status: 500, code: 'internal', detail: 'It broke.' }),
      },
    )
    expect(text()).toContain('It broke.')
    works = true
    await press('Try again')
    expect(text()).toContain('How long entries are kept')
  })
})
