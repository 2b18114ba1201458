/** Student's t distribution: two-sided p-values and quantiles. With infinite degrees of freedom it is the normal distribution. */

/** The chance of a value at least as far from 0 as t. */
export function twoSidedP(t: number, df: number): number {
  if (!Number.isFinite(t)) return 0;
  return df === Number.POSITIVE_INFINITY ? twoSidedNormal(Math.abs(t)) : regularizedBeta(df / (df + t * t), df / 2, 1 / 2);
}

/** The chance of a value below t. */
export function oneSidedP(t: number, df: number): number {
  return t < 0 ? twoSidedP(t, df) / 2 : 1 - twoSidedP(t, df) / 2;
}

/** The quantile: a share `q` of the distribution is below it. */
export function quantileT(q: number, df: number): number {
  if (q < 0.5) return -quantileT(1 - q, df);
  const outside = 2 * (1 - q);
  let [low, high] = [0, 1];
  while (twoSidedP(high, df) > outside) high *= 2;
  // Bisection: 60 halvings leave nothing that a double could tell apart.
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (twoSidedP(middle, df) > outside) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The complementary error function at t / √2: its series near 0, its continued fraction further out (Abramowitz and Stegun 1964, 7.1.5 and 7.1.14). */
function twoSidedNormal(t: number): number {
  const density = Math.sqrt(2 / Math.PI) * Math.exp((-t * t) / 2);
  if (t > 4) {
    let fraction = t;
    for (let k = 60; k > 0; k--) fraction = t + k / fraction;
    return density / fraction;
  }
  let [term, sum] = [t, t];
  for (let k = 3; Math.abs(term) > 1e-17 * sum; k += 2) {
    term *= (t * t) / k;
    sum += term;
  }
  return 1 - density * sum;
}

/** The regularized incomplete beta function, by its continued fraction (Lentz's method, Press et al. 2007, section 6.4). */
function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const kept = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return fraction;
}

const LANCZOS = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5,
] as const;

/** The logarithm of the gamma function (Lanczos 1964). */
function logGamma(x: number): number {
  const shifted = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
  const series = LANCZOS.reduce((sum, coefficient, i) => sum + coefficient / (x + 1 + i), 1.000000000190015);
  return Math.log((2.5066282746310007 * series) / x) - shifted;
}
