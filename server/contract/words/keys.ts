import type { MessageFiles, MessageValues } from './messages'

/** The parameters of a text by name: only texts and numbers, as sent and stored along with a code. */
export type Params = Record<string, string | number>

/** One of the texts of a group, as sent and stored. */
export interface Coded<Code extends string = string> {
  code: Code
  params: Params
}

/** Texts that load together: a file and those in the folder of its name. */
export type MessagePart = Exclude<keyof MessageFiles, `${string}/${string}`>

type KeyIn<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${KeyIn<Tree[Name]>}`
}[keyof Tree & string]

/** The key of one text, such as `search.title`. */
export type MessageKey = { [File in keyof MessageFiles]: KeyIn<MessageFiles[File]> }[keyof MessageFiles]

/** The codes of a group of texts, such as `problems`; a code with several texts appears with each. */
export type CodeIn<Group extends string, Key = MessageKey> = Key extends `${Group}.${infer Code}`
  ? Code
  : never

/** The names of a text's parameters. */
export type NamesIn<Key extends string> = Key extends keyof MessageValues
  ? keyof MessageValues[Key] & string
  : never

/** The parameters of a text; additional ones may be given, for programs. */
export type ParamsOf<Key extends string> = Key extends MessageKey
  ? Key extends keyof MessageValues
    ? Params & MessageValues[Key]
    : Params
  : never

/** The parameters of a text, without one that is supplied elsewhere. */
export type ParamsWithout<Key extends string, Name extends string> = Key extends MessageKey
  ? Params & Omit<MessageValues[Key & keyof MessageValues], Name>
  : never

/** The arguments of a text after its code; none without parameters, except those added elsewhere. */
export type ParamsArgument<Key extends string, Added extends string = never> = [
  Exclude<NamesIn<Key>, Added>,
] extends [never]
  ? [params?: Params]
  : [params: ParamsWithout<Key, Added>]
