import { describe, expect, it } from 'vitest'
import type { Complaint } from '#client/ui/forms/complaints.rules'
import { remaining, valueAt } from '#client/ui/forms/complaints.rules'

const complaint = (path: string, about: unknown, by: Complaint['by'] = 'server'): Complaint => ({
  path,
  words: 'No.',
  by,
  about: JSON.stringify(about),
})
const paths = (complaints: Complaint[]) => complaints.map(({ path }) => path)

describe('a complaint about a field', () => {
  it('stays as long as the value is the same', () => {
    expect(paths(remaining([complaint('name', 'Lea')], { name: 'Lea', role: 'admin' }, []))).toEqual(['name'])
  })

  it('disappears with the value', () => {
    expect(remaining([complaint('name', 'Lea')], { name: 'Leah' }, [])).toEqual([])
    expect(remaining([complaint('range.from', 'x')], { range: { from: 3 } }, [])).toEqual([])
  })

  it('disappears when another field fixed it', () => {
    const again = complaint('again', 'long enough', 'schema')
    expect(paths(remaining([again], { again: 'long enough' }, ['again']))).toEqual(['again'])
    expect(remaining([again], { again: 'long enough' }, [])).toEqual([])
  })

  it('finds a header whose name contains dots, and a row by its position', () => {
    expect(valueAt({ headers: { 'X.Token.Old': 'a' } }, 'headers.X.Token.Old')).toBe('"a"')
    expect(valueAt({ rows: [{ score: 1 }, { score: 2 }] }, 'rows.1.score')).toBe('2')
    expect(valueAt({ rows: [] }, 'rows.0.score')).toBe('')
  })
})
