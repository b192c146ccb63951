import type { Operation } from '#contract/operation'
import type { Operations } from '#contract/operations'
import type { z } from 'zod'

/** An operation of the contract, by its name. */
export type OperationName = keyof Operations

/** Verb, path, and whether success has a body. */
type Route = readonly [method: Operation['method'], path: Operation['path'], hasBody: boolean]

type SchemaOf<N extends OperationName, Part extends 'params' | 'query' | 'body'> =
  Operations[N] extends Record<Part, infer S extends z.ZodType> ? S : never

export type BodyOf<N extends OperationName> = z.input<SchemaOf<N, 'body'>>

/** Numbers and booleans need no conversion; optional values that are null or empty are omitted. */
export type QueryOf<N extends OperationName> = Loose<
  z.input<SchemaOf<N, 'query'>>,
  z.output<SchemaOf<N, 'query'>>
>
type Loose<In, Out> = {
  [K in keyof In]: In[K] | (K extends keyof Out ? Out[K] : never) | (undefined extends In[K] ? null : never)
}

type Part<Name extends string, S, Value> = [S] extends [never]
  ? { [K in Name]?: never }
  : undefined extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

/** The arguments of an operation. */
export type CallOf<N extends OperationName> = { signal?: AbortSignal } & Part<
  'params',
  SchemaOf<N, 'params'>,
  z.input<SchemaOf<N, 'params'>>
> &
  Part<'query', SchemaOf<N, 'query'>, QueryOf<N>> &
  Part<'body', SchemaOf<N, 'body'>, BodyOf<N>>

type JsonOf<A> = A extends { schema: infer S extends z.ZodType } ? z.output<S> : void

/** The successful response of an operation: the body with 200 or 201, nothing with 202 or 204. */
export type AnswerOf<N extends OperationName> = Operations[N]['answers'] extends { 200: infer A }
  ? JsonOf<A>
  : Operations[N]['answers'] extends { 201: infer A }
    ? JsonOf<A>
    : void

declare global {
  /** The routes of the contract's operations, inlined by the build; see vite.config.ts. */
  const ROUTES: { readonly [N in OperationName]: Route }
}
