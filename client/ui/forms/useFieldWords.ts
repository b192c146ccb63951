import type { z } from 'zod'
import type { MessageKey } from '#client/app/i18n'
import { useText } from '#client/app/i18n'

/** The contract's own messages, in the words of the interface. */
const WORDS = {
  'must equal the password': 'form.passwordsDiffer',
  'must equal the new password': 'form.passwordsDiffer',
  'must be an http or https address': 'form.url',
  'must be a header name': 'form.headerName',
  'must be valid Unicode text': 'form.unicode',
  'must not contain control characters': 'form.control',
  'must not contain invisible characters': 'form.invisible',
  'must not contain two spaces in a row, or unusual ones': 'form.spaces',
  'must not contain accents without a letter, or heaps of them': 'form.accents',
  'must not mix letters of different alphabets': 'form.alphabets',
  'must include openid': 'form.openidScope',
  'must not contain a colon under the login type basic': 'form.colon',
  'must be a whole number': 'form.number',
  'must be a number': 'indexers.notANumber',
  'must be an absolute path': 'indexers.file.absolute',
  'must not be below from_kbits': 'downloadSettings.rangeOrder',
  'must not name the same twice': 'downloadSettings.twice',
  'must be in the public network': 'notifications.form.publicOnly',
  'has hidden parts (***) that must be entered again for another address': 'notifications.form.hiddenParts',
  'is needed': 'form.required',
  'is needed for the login type oidc': 'form.required',
  'has to stay while people sign in through the provider': 'form.providerInUse',
} as const satisfies Record<string, MessageKey>

/** What is wrong with a field, for the person filling it in. */
export function useFieldWords() {
  const { t } = useText()

  /** @param message in English; one that has no words here is shown as it came */
  function ofServer(message: string): string {
    if (isKnown(message)) return t(WORDS[message])
    const least = /^must have at least (\d+) characters$/.exec(message)?.[1]
    if (least !== undefined) return t('form.tooShort', { n: Number(least) })
    return message.charAt(0).toLocaleUpperCase() + message.slice(1)
  }

  function ofIssue(issue: z.core.$ZodIssue): string {
    switch (issue.code) {
      case 'too_small':
        if (isNumber(issue.origin)) return t('form.atLeast', { n: Number(issue.minimum) })
        return Number(issue.minimum) <= 1
          ? t('form.required')
          : t('form.tooShort', { n: Number(issue.minimum) })
      case 'too_big':
        if (isNumber(issue.origin)) return t('form.atMost', { n: Number(issue.maximum) })
        return t('form.tooLong', { n: Number(issue.maximum) })
      case 'invalid_value':
        return t('form.notOneOf')
      case 'invalid_type':
        return isNumber(issue.expected) ? t('form.number') : t('form.required')
      case 'invalid_union':
      case 'invalid_key':
      case 'invalid_element':
        return t('form.invalid')
      default:
        return ofServer(issue.message)
    }
  }

  return { ofIssue, ofServer }
}

function isKnown(message: string): message is keyof typeof WORDS {
  return Object.hasOwn(WORDS, message)
}

/** Kinds of numbers as the schemas name them. */
function isNumber(kind: string): boolean {
  return kind === 'number' || kind === 'int'
}
