import { describe, expect, it } from 'vitest'
import { silence } from '#fakes/catalogue/silence'
import { audioType, partOf } from '#server/domain/catalogue/samples.rules'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a recording', () => {
  it.each([
    ['frames of MPEG audio', silence(2), 'audio/mpeg'],
    ['a tag before them', bytes('ID3\u0004 and more'), 'audio/mpeg'],
    ['MP4', bytes('\0\0\0\u0020ftypM4A '), 'audio/mp4'],
    ['a web page', bytes('<!doctype html><title>Sign in</title>'), null],
    ['nothing', bytes(''), null],
  ])('is recognised by its first bytes: %s', (_, content, type) => {
    expect(audioType(content)).toBe(type)
  })
})

describe('the requested part', () => {
  it.each<[string | undefined, ReturnType<typeof partOf>]>([
    [undefined, null],
    ['bytes=0-', { from: 0, to: 99 }],
    ['bytes=0-1', { from: 0, to: 1 }],
    ['bytes=90-200', { from: 90, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-200', { from: 0, to: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=5-4', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['pages=0-1', null],
  ])('of a hundred bytes by “%s”', (range, part) => {
    expect(partOf(range, 100)).toEqual(part)
  })
})
