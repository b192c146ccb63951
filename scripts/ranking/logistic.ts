/** One place of a title as sparse numbers: `at[i]` is the feature that has `values[i]`, about the chunk `of[i]`. */
export interface Sparse {
  at: readonly number[]
  values: readonly number[]
  /** From 0; -1 for the match as a whole. */
  of: readonly number[]
}

export interface Row extends Sparse {
  /** 1 for the wanted book, 0 for another. */
  label: 0 | 1
  weight: number
}

export interface Fitted {
  bias: number
  weights: readonly number[]
}

interface Fitting {
  /** Strength of L2 regularisation. */
  l2: number
  steps: number
  /** The sign that each weight may have; 0 for either. */
  signs: readonly (-1 | 0 | 1)[]
}

const RATE = 0.05
const MOMENTUM = 0.9
const VARIANCE = 0.999
const TINY = 1e-8

/** Fits logistic regression to all rows at once (Adam, full batch). Nothing is random, so equal rows give equal weights. */
export function fit(rows: readonly Row[], { l2, steps, signs }: Fitting, from?: Fitted): Fitted {
  const size = signs.length + 1
  const weights = from ? [...from.weights, from.bias] : signs.map((sign): number => sign).concat(2)
  const mean = new Float64Array(size)
  const square = new Float64Array(size)
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  for (let step = 1; step <= steps; step++) {
    const gradient = gradientOf(rows, weights, total)
    for (let at = 0; at < size; at++) {
      const slope = (gradient[at] ?? 0) + (at < signs.length ? 2 * l2 * (weights[at] ?? 0) : 0)
      mean[at] = MOMENTUM * (mean[at] ?? 0) + (1 - MOMENTUM) * slope
      square[at] = VARIANCE * (square[at] ?? 0) + (1 - VARIANCE) * slope * slope
      const rate = (RATE * Math.sqrt(1 - VARIANCE ** step)) / (1 - MOMENTUM ** step)
      const next = (weights[at] ?? 0) - (rate * (mean[at] ?? 0)) / (Math.sqrt(square[at] ?? 0) + TINY)
      weights[at] = withSign(next, signs[at] ?? 0)
    }
  }
  return { weights: weights.slice(0, -1), bias: weights.at(-1) ?? 0 }
}

function gradientOf(rows: readonly Row[], weights: readonly number[], total: number): Float64Array {
  const bias = weights.length - 1
  const gradient = new Float64Array(weights.length)
  for (const row of rows) {
    const { at, values, of, label, weight } = row
    const chunks = sumsOf(row, weights)
    const error = (weight * (1 / (1 + Math.exp(-logitsOf(chunks, weights[bias] ?? 0))) - label)) / total
    for (let i = 0; i < at.length; i++) {
      // A chunk with no evidence against the book counts as zero, so learn from it only if there should be
      // some.
      if ((of[i] ?? -1) >= 0 && (chunks[(of[i] ?? 0) + 1] ?? 0) > 0 && error < 0) continue
      const feature = at[i] ?? 0
      gradient[feature] = (gradient[feature] ?? 0) + error * (values[i] ?? 0)
    }
    gradient[bias] = (gradient[bias] ?? 0) + error
  }
  return gradient
}

/** The sums of the match as a whole and of each chunk. */
function sumsOf({ at, values, of }: Sparse, weights: readonly number[]): number[] {
  const sums = [0]
  for (let i = 0; i < at.length; i++) {
    const index = (of[i] ?? -1) + 1
    sums[index] = (sums[index] ?? 0) + (weights[at[i] ?? 0] ?? 0) * (values[i] ?? 0)
  }
  return sums
}

/** A chunk of words is never evidence for the book: at best, it is explained and counts as zero. */
function logitsOf([match = 0, ...chunks]: readonly number[], bias: number): number {
  return chunks.reduce((sum, chunk) => sum + Math.min(0, chunk), bias + match)
}

/** The logits of a place. */
export function logitsOfPlace(place: Sparse, { bias, weights }: Fitted): number {
  return logitsOf(sumsOf(place, weights), bias)
}

function withSign(value: number, sign: -1 | 0 | 1): number {
  if (sign > 0) return Math.max(0, value)
  return sign < 0 ? Math.min(0, value) : value
}
