"""Coming onto the table: from reserve, by Ambush, out of a transport or its wreck."""
