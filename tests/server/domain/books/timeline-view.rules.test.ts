import { describe, expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { timelineFor, type TimelineFact } from '#server/domain/books/timeline-view.rules'

const SAID = { client: 'Seedbox', text: 'Errored' }
const FAILED = { ...causeOf('downloads_failed', { n: 3 }), causes: [causeOf('client_says', SAID)] }
const at = new Date('2026-06-01T12:00:00.000Z')
const history: TimelineFact[] = [
  { kind: 'requested', actor: 'Tess', at },
  { kind: 'requested', actor: 'Uma', at },
  { kind: 'approved', actor: 'Root', detail: { user: 'Uma' }, at },
  { kind: 'declined', actor: 'Root', detail: { user: 'Tess', reason: 'Another recording' }, at },
  { kind: 'searched', actor: null, detail: { found: 3, accepted: 1, search_id: 's1' }, at },
  { kind: 'grabbed', actor: 'Root', detail: { release: 'Salt Road m4b', indexer: 'Shelf' }, at },
  { kind: 'release_blocked', actor: 'Root', detail: { release: 'Salt Road mp3' }, at },
  { kind: 'withdrawn', actor: 'Root', detail: { user: 'Tess' }, at },
  { kind: 'available', actor: 'Uma', at },
]
const since = new Date(0)
const seenBy = (username: string) => timelineFor({ username, since, everyone: false }, history, null)

describe('the timeline of a book', () => {
  it('is complete for administrators', () => {
    const shown = timelineFor({ username: 'Root', since, everyone: true }, history, null)
    expect(shown.map(({ kind, actor, detail }) => ({ kind, actor, detail }))).toEqual(
      history.map(({ kind, actor, detail = null }) => ({ kind, actor, detail })),
    )
    expect(shown[0]?.at).toBe('2026-06-01T12:00:00.000Z')
  })

  it('shows others entries about their own request, and what happened to the book', () => {
    expect(seenBy('Uma').map(({ kind }) => kind)).toEqual([
      'requested',
      'approved',
      'searched',
      'grabbed',
      'available',
    ])
    expect(seenBy('Tess').map(({ kind }) => kind)).toEqual([
      'requested',
      'declined',
      'searched',
      'grabbed',
      'withdrawn',
      'available',
    ])
  })

  it('keeps the reason for declining their own request', () => {
    expect(seenBy('Tess')[1]).toMatchObject({
      actor: null,
      detail: { user: 'Tess', reason: 'Another recording' },
    })
  })

  it('hides a former user from a new one of the same name', () => {
    const later = { username: 'Tess', since: new Date(at.getTime() + 1), everyone: false }
    const shown = timelineFor(later, history, null)
    expect(shown.map(({ kind }) => kind)).toEqual(['searched', 'grabbed', 'available'])
    expect(JSON.stringify(shown)).not.toContain('Tess')
  })

  it('names only themselves to others', () => {
    expect(JSON.stringify(seenBy('Uma'))).not.toMatch(/Root|Tess/)
    expect(JSON.stringify(seenBy('Tess'))).not.toMatch(/Root|Uma/)
    expect(JSON.stringify(seenBy('Stranger'))).not.toMatch(/Root|Tess|Uma/)
    expect(seenBy('Uma').at(-1)?.actor).toBe('Uma')
  })

  it('tells others that a download failed, without naming the client', () => {
    const failed: TimelineFact[] = [
      { kind: 'download_failed', actor: null, detail: { cause: causeOf('client_says', SAID) }, at },
      { kind: 'failed', actor: null, detail: { cause: FAILED }, at },
      { kind: 'grab_rejected', actor: null, detail: { cause: causeOf('none_answered') }, at },
    ]
    const reasons = (everyone: boolean) =>
      timelineFor({ username: 'Tess', since, everyone }, failed, null).map(({ detail }) => detail?.reason)
    expect(reasons(false)).toEqual([undefined, undefined, 'No indexer answered.'])
    expect(reasons(true)).toEqual([
      'Seedbox says: Errored.',
      '3 downloads failed. Seedbox says: Errored.',
      'No indexer answered.',
    ])
  })

  it('does not tell others the release, its origin, or how many there are', () => {
    expect(JSON.stringify(seenBy('Uma'))).not.toMatch(/Salt Road|Shelf|s1/)
    expect(seenBy('Uma')[2]?.detail).toEqual({})
  })

  describe('promises a next attempt', () => {
    const [early, late] = ['2026-06-01T13:00:00.000Z', '2026-06-01T18:00:00.000Z']
    const attempts: TimelineFact[] = [
      { kind: 'not_found', actor: null, detail: { found: 3, next_try_at: early }, at },
      { kind: 'retried', actor: 'Root', at },
      { kind: 'not_found', actor: null, detail: { found: 4, next_try_at: late }, at },
    ]
    const promised = (nextAttemptAt: Date | null, facts = attempts) =>
      [true, false].map((everyone) =>
        timelineFor({ username: 'Uma', since, everyone }, facts, nextAttemptAt).map(
          ({ detail }) => detail?.next_try_at ?? null,
        ),
      )

    it('only in its newest entry, as long as that is the plan', () => {
      expect(promised(new Date(late))).toEqual([
        [null, null, late],
        [null, null, late],
      ])
    })

    it.each([
      ['nothing is planned', null],
      ['it is another time', new Date(early)],
    ] as const)('nowhere when %s', (_when, nextAttemptAt) => {
      expect(promised(nextAttemptAt)).toEqual([
        [null, null, null],
        [null, null, null],
      ])
    })

    it('and keeps everything else in an old entry', () => {
      const [first] = timelineFor({ username: 'Root', since, everyone: true }, attempts, new Date(late))
      expect(first?.detail).toEqual({ found: 3 })
    })
  })
})
