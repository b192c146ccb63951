import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { ReasonDto } from '#contract/releases'
import ReasonList from '#client/features/releases/ReasonList.vue'
import { createEnglish } from '#tests/client/support/texts'

const REASONS: [Pick<ReasonDto, 'code' | 'params' | 'text'>, string][] = [
  [
    { code: 'language_matches', params: { language: 'en' }, text: 'language matches: en' },
    'language matches: English',
  ],
  [
    { code: 'language_differs', params: { language: 'de fr', wanted: 'en' }, text: 'wrong language: de fr' },
    'wrong language: German, French',
  ],
  [
    { code: 'format', params: { format: 'unknown_audio' }, text: 'format unknown_audio' },
    'format other audio',
  ],
  [{ code: 'format', params: { format: 'm4b' }, text: 'format m4b' }, 'format M4B'],
  [
    { code: 'size_impossible', params: { kbits: 1411.2 }, text: 'size does not fit the length' },
    'size does not fit the length (1,411.2 kbit/s)',
  ],
  [
    { code: 'not_audiobook', params: { kind: 'sheet_music' }, text: 'not an audiobook: sheet_music' },
    'not an audiobook: sheet music',
  ],
  [
    {
      code: 'wish_differs',
      params: { wish: 'language', wanted: 'de', found: 'en fr' },
      text: 'not as requested (de): en fr',
    },
    'not as requested (German): English, French',
  ],
  [
    { code: 'wish_matches', params: { wish: 'format', wanted: 'm4b' }, text: 'as requested: m4b' },
    'as requested: M4B',
  ],
  [
    { code: 'wish_unstated', params: { wish: 'narrator', wanted: 'June Hart' }, text: 'not said: June Hart' },
    'does not say whether it is as requested: June Hart',
  ],
  [
    {
      code: 'wish_differs',
      params: { wish: 'edition', wanted: 'unabridged', found: 'abridged' },
      text: 'not as requested (unabridged): abridged',
    },
    'not as requested (vollständig): gekürzt',
  ],
  [
    {
      code: 'edition_differs',
      params: { edition: 'unabridged', wanted: 'abridged' },
      text: 'different edition: unabridged',
    },
    'different edition: vollständig',
  ],
  [
    { code: 'edition_unstated', params: { wanted: 'abridged' }, text: 'does not say that it is abridged' },
    'does not say that it is gekürzt',
  ],
  [
    { code: 'not_audiobook', params: { kind: 'music' }, text: 'not an audiobook: music' },
    'not an audiobook: Musik',
  ],
  [{ code: 'volume_differs', params: { volume: 3 }, text: 'wrong volume: 3' }, 'wrong volume: 3'],
]

/** Unlike the English texts, these differ from the codes. */
const TRANSLATED = {
  'reasons.unabridged': 'vollständig',
  'reasons.abridged': 'gekürzt',
  'media.music': 'Musik',
}

it.each(REASONS)('puts the server’s codes into words: %o', (reason, words) => {
  const wrapper = mount(ReasonList, {
    props: { reasons: [{ ...reason, effect: 'neutral' as const }] },
    global: { plugins: [createEnglish(TRANSLATED)] },
  })
  expect(wrapper.get('li').text()).toBe(words)
})

it('keeps a code that is also the beginning of a word', () => {
  const reason = {
    code: 'language_matches',
    params: { language: 'la' },
    text: 'language matches: la',
  } as const
  const wrapper = mount(ReasonList, {
    props: { reasons: [{ ...reason, effect: 'bonus' }] },
    global: { plugins: [createEnglish()] },
  })
  expect(wrapper.get('li').text()).toBe('language matches: Latin')
})
