import { expect, it } from 'vitest'
import { redactAnswer } from '#server/upstream/redact-answer'

it.each([
  ['a page', '<p>key 0a1b2c3d is wrong</p>', '0a1b2c3d', '<p>key *** is wrong</p>'],
  ['JSON', '{"a":[{"title":"x 0a1b2c3d y","n":12}]}', '0a1b2c3d', '{"a":[{"title":"x *** y","n":12}]}'],
  ['letters in escapes', String.raw`{"t":"\u0030a1b2\u00633d"}`, '0a1b2c3d', '{"t":"***"}'],
  ['letters of other languages in escapes', String.raw`{"t":"schl\u00fcssel1"}`, 'schlüssel1', '{"t":"***"}'],
  ['such letters in capital digits', String.raw`{"t":"schl\u00FCssel1"}`, 'schlüssel1', '{"t":"***"}'],
  ['such letters in digits of both kinds', String.raw`{"t":"\u00fC\u00Fcb1c2"}`, 'üüb1c2', '{"t":"***"}'],
  ['a page with such letters', String.raw`<p>{"t":"schl\u00FCssel1"}`, 'schlüssel1', '<p>{"t":"***"}'],
  ['a token without digits', '{"t":"with xKZmrQWvbnYt"}', 'xKZmrQWvbnYt', '{"t":"with ***"}'],
  ['a password with signs', '{"t":"with pass$word"}', 'pass$word', '{"t":"with ***"}'],
  ['an address', 'http://x/?k=p%20%c3%a4%2fss', 'p ä/ss', 'http://x/?k=***'],
  ['a form', 'k=pass+w%2Brd', 'pass w+rd', 'k=***'],
  ['an address inside another', 'u=http%3A%2F%2Fx%3Fk%3Dp%2540ss-1', 'p@ss-1', 'u=http%3A%2F%2Fx%3Fk%3D***'],
  ['Basic credentials', 'got bWU6aHVzaC1odXNo for hush-hush', 'Basic bWU6aHVzaC1odXNo', 'got *** for ***'],
])('%s is shown without a secret', (_where, answer, secret, shown) => {
  expect(redactAnswer(answer, [secret])).toBe(shown)
})

it('A key is hidden even if it looks like words', () => {
  expect(redactAnswer('{"t":"with shelf-key"}', [], ['shelf-key'])).toBe('{"t":"with ***"}')
})

it.each([
  ['a title with a password that is a word', '{"title":"the.book.of.dragons"}', ['book', 'dragon']],
  ['a category that is the password', '{"category":"audiobooks"}', ['audiobooks']],
  ['a title with a long word', '{"a":"Brandon Sanderson","t":"MISTBORN"}', ['Sanderson', 'MISTBORN']],
  [
    'a title that is the password',
    '{"t":"The Way of Kings"}',
    ['The Way of Kings', 'Basic bWU6VGhlIFdheSBvZiBLaW5ncw=='],
  ],
  [
    'a title without its blanks',
    '{"t":"Brandon-Sanderson.TheWayOfKings"}',
    ['Brandon-Sanderson', 'TheWayOfKings'],
  ],
  [
    'a title with words of a passphrase',
    '{"t":"Dragonflies in 2001odyssey"}',
    ['my Dragonflies 2001odyssey'],
  ],
  ['a title in another script', '{"t":"Преступление и наказание"}', ['Преступление', 'и наказание']],
  ['names of fields, and numbers', '{"progress-1":12345678,"ok":true}', ['progress-1', '12345678']],
  ['numbers beyond those of JavaScript', String.raw`{"n":12345678901234567890,"t":"\u0041"}`, ['0a1b2c3d']],
  ['what is nested too deeply', `${'['.repeat(2000)}${']'.repeat(2000)}`, ['0a1b2c3d']],
  ['an answer to a call without secrets', '{"a":"b"}', ['']],
])('%s is left as it is', (_what, answer, secrets) => {
  expect(redactAnswer(answer, secrets)).toBe(answer)
})

it.each(['book', 'audiobooks', 'The Way of Kings'])(
  'A message is shown without the password %s',
  (password) => {
    expect(redactAnswer(`Wrong password ${password}`, [password])).toBe('Wrong password ***')
  },
)
