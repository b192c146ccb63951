import { describe, expect, it } from 'vitest'
import { mergeDraft, textsOf } from '#client/ui/forms/draft.rules'

interface Draft {
  name: string
  size: string
  rows: { key: number; value: string }[]
}
const BEFORE: Draft = { name: 'Sand', size: '1', rows: [] }

describe('a draft whose stored values changed meanwhile', () => {
  it('keeps what was typed and updates the rest', () => {
    const draft: Draft = { ...BEFORE, name: 'Sandy' }
    const after: Draft = { name: 'Stone', size: '2', rows: [] }
    expect(mergeDraft(draft, textsOf(draft), [textsOf(BEFORE)], after)).toEqual({ ...after, name: 'Sandy' })
  })

  it('adopts the server’s version of what was sent', () => {
    const draft: Draft = { ...BEFORE, name: ' Sandy ' }
    const after: Draft = { ...BEFORE, name: 'Sandy' }
    const texts = textsOf(draft)
    expect(mergeDraft(draft, texts, [textsOf(BEFORE), texts], after)).toEqual(after)
  })

  it('compares with the given function', () => {
    const values = (field: keyof Draft, { rows, ...rest }: Draft) =>
      field === 'rows' ? rows.map(({ value }) => value).join() : rest[field]
    const draft: Draft = { ...BEFORE, rows: [{ key: 1, value: 'a' }] }
    const former: Draft = { ...BEFORE, rows: [{ key: 2, value: 'a' }] }
    const after: Draft = { ...BEFORE, rows: [{ key: 3, value: 'b' }] }
    expect(mergeDraft(draft, textsOf(draft, values), [textsOf(former, values)], after)).toEqual(after)
  })
})
