/** The values of a text by their names, which are texts and numbers alone: they travel and are stored beside a code. */
export type Params = Record<string, string | number>

/** The names of the values that a text asks for. */
export type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The values that the text of a code asks for; more of them may be given, for programs. */
export type ParamsOf<T> = Params & Record<NamesIn<T>, string | number>

/** The arguments that a text takes after its code: none where it asks for no values. */
export type ParamsArgument<T> = [NamesIn<T>] extends [never] ? [params?: Params] : [params: ParamsOf<T>]

/** A text cut at its values: fixed pieces and names by turns. */
interface Template {
  /** The plural forms; one where there are none. */
  forms: readonly (readonly string[])[]
  /** The value that chooses the form, where it is not `n`: the first one that the text names. */
  counted: string
}

const templates = new Map<string, Template>()
const rules = new Map<string, { plural: Intl.PluralRules; used: readonly Intl.LDMLPluralRule[] }>()
/** The order in which a text writes its plural forms; a language uses those it has. */
const FORMS: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

/**
 * Fills values into a text. `{name}` stands for a value; plural forms are separated by ` | ` and chosen by `n`, or by
 * the first value that the text names where no `n` is given. What is filled in is never read as a text itself.
 * A colon with nothing behind it is left out.
 * @param language BCP 47 name of the language of the text, whose plural forms it has.
 */
export function fill(text: string, params: Readonly<Params>, language = 'en'): string {
  const { forms, counted } = templateOf(text)
  const pieces = (forms.length === 1
    ? undefined
    : formFor(forms, params['n'] ?? params[counted], language)) ??
    forms[0] ?? ['']
  let filled = ''
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] ?? ''
    filled += at % 2 === 0 ? piece : String(params[piece] ?? '')
  }
  return filled.endsWith(': ') ? filled.slice(0, -2) : filled
}

function templateOf(text: string): Template {
  const known = templates.get(text)
  if (known) return known
  const forms = text.split(' | ').map((form) => form.split(/\{(\w+)\}/))
  const template = { forms, counted: /\{(\w+)\}/.exec(text)?.[1] ?? 'n' }
  templates.set(text, template)
  return template
}

function formFor(forms: Template['forms'], n: string | number | undefined, language: string) {
  if (typeof n !== 'number') return forms[0]
  const { plural, used } = rulesOf(language)
  return forms[used.indexOf(plural.select(n))] ?? forms.at(-1)
}

function rulesOf(language: string) {
  const known = rules.get(language)
  if (known) return known
  const plural = new Intl.PluralRules(language)
  const { pluralCategories } = plural.resolvedOptions()
  const made = { plural, used: FORMS.filter((form) => pluralCategories.includes(form)) }
  rules.set(language, made)
  return made
}
