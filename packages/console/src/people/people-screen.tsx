export function PeopleScreen(): null {
  return null;
}
